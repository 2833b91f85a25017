// Operands: the paths and values in a statement's syntax tree, with its parameters.
#pragma once

#include <span>
#include <string>

#include "protocol/base/result.hpp"
#include "protocol/expression/ast.hpp"
#include "protocol/partiql/syntax_tree.hpp"

namespace stator::protocol::partiql {

// Returns true for a name, or a path that starts with a name.
bool is_path(const SyntaxNode& node);

// Returns true for a literal or a parameter.
bool is_value(const SyntaxNode& node);

// Converts operands. Also records empty names, which DynamoDB reports after all other errors. Not
// thread-safe.
class Operands {
public:
    explicit Operands(std::span<const values::AttributeValue> parameters)
        : parameters_(parameters) {}

    // Errors: an index out of range; a step that is neither a name nor an index.
    Result<values::DocumentPath> path(const SyntaxNode& node);

    // Returns the value of a literal or parameter. `path`: the place of the value in messages.
    // Errors: numbers, bags, nesting, a node that cannot be a value.
    Result<values::AttributeValue> value(const SyntaxNode& node, const std::string& path = "root");

    // Returns true for a "?" without a value in the request. The checks of operands ignore it: the
    // missing parameter is reported after them.
    bool lacks_value(const SyntaxNode& node) const;

    // Returns an operand of a condition. Errors: those of path() and value(); functions other than
    // size().
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
