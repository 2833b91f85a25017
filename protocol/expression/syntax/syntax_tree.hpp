// The tree that a grammar builds from an expression, before placeholders are resolved. Values whose
// text points into the expression.
//
// Parsing and analysis are separate because DynamoDB ranks the faults of an expression by kind, not
// by position: the whole text is parsed first, then the analysis walks the tree once and collects
// all faults.
#pragma once

#include <string_view>
#include <vector>

#include "protocol/expression/ast.hpp"

namespace stator::protocol::expression::syntax {

enum class PathStepKind : unsigned char { Identifier, NameReference, Index };

struct PathStep {
    PathStepKind kind = PathStepKind::Identifier;
    std::string_view text;     // "a", "#a" or the digits of an index
    bool is_reserved = false;  // an Identifier that is a reserved word
};

enum class SyntaxKind : unsigned char {
    Path,      // steps
    Value,     // text is the placeholder
    Function,  // text is the name, children the arguments
    Plus,      // two children
    Minus,     // two children
    And,       // two or more children
    Or,        // two or more children
    Not,       // one child
    Compare,   // comparator, two children
    Between,   // three children
    In,        // two or more children
};

struct SyntaxNode {
    SyntaxKind kind = SyntaxKind::Path;
    Comparator comparator = Comparator::Equal;
    bool parenthesised = false;
    std::string_view text = {};
    std::vector<PathStep> steps = {};
    std::vector<SyntaxNode> children = {};
};

// Returns true if the node can be an operand. A function can be an operand, but also a condition.
inline bool is_operand(const SyntaxNode& node) {
    return node.kind == SyntaxKind::Path || node.kind == SyntaxKind::Value ||
           node.kind == SyntaxKind::Function;
}

inline bool is_condition(const SyntaxNode& node) {
    return node.kind != SyntaxKind::Path && node.kind != SyntaxKind::Value;
}

struct UpdateClause {
    UpdateActionKind kind = UpdateActionKind::Set;
    SyntaxNode path;
    SyntaxNode value;  // unused for Remove
};

struct UpdateSyntax {
    std::vector<UpdateActionKind> sections;  // in text order
    std::vector<UpdateClause> clauses;
};

}  // namespace stator::protocol::expression::syntax
