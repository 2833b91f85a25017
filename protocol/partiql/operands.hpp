// Operands: the paths and values of a statement's syntax tree, with its parameters filled in.
#pragma once

#include <span>
#include <string>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/partiql/syntax_tree.hpp"

namespace stator::protocol::partiql {

// A name, or a path that starts with one.
bool is_path(const SyntaxNode& node);

// A literal or a parameter.
bool is_value(const SyntaxNode& node);

// Reads operands. It also remembers empty names, which DynamoDB reports after all other faults.
class Operands {
public:
    explicit Operands(std::span<const values::AttributeValue> parameters)
        : parameters_(parameters) {}

    // Errors: an index out of range; a step that is neither a name nor an index.
    Result<values::DocumentPath> path(const SyntaxNode& node);

    // A literal or a parameter; `path` is the place of the value in messages.
    // Errors: numbers, bags, nesting, a node that cannot be a value.
    Result<values::AttributeValue> value(const SyntaxNode& node, const std::string& path = "root");

    // True for a "?" for which the request has no value. The checks of operands pass over it: the
    // missing parameter is reported after them.
    bool lacks_value(const SyntaxNode& node) const;

    // An operand of a condition. Errors: as above; functions other than size().
    Result<expression::Operand> operand(const SyntaxNode& node);

    bool has_empty_component() const { return has_empty_component_; }

private:
    std::string name(const SyntaxNode& node);
    Result<values::PathElement> index(const SyntaxNode& node);
    Result<expression::SizeOperand> size(const SyntaxNode& call);

    std::span<const values::AttributeValue> parameters_;
    bool has_empty_component_ = false;
};

}  // namespace stator::protocol::partiql
