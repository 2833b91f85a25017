// The syntax tree of a PartiQL statement as written, before parameters are filled in. Values.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/base/api_error.hpp"
#include "protocol/values/return_values.hpp"
#include "protocol/values/text_position.hpp"

namespace stator::protocol::partiql {

enum class NodeKind : unsigned char {
    String,
    Number,
    Boolean,
    Null,
    Missing,
    Parameter,
    List,        // children
    Bag,         // children
    Tuple,       // children: key, value, key, value …
    Identifier,  // also a step of a path after a dot
    Index,       // a step of a path: one child, in brackets
    Star,        // also a step of a path
    Path,        // children: root, steps
    Call,        // children: arguments
    Equal,       // two children, and so on
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    And,  // two or more children
    Or,   // two or more children
    Not,
    Between,  // three children
    In,       // two children
    Like,
    IsType,  // one child; text is the type's name, in lower case
    Plus,
    Minus,
    Times,
    Divide,
    Modulo,
    Concat,
    Negative,  // one child
    Positive,  // one child
    Statement,
};

struct StatementSyntax;

struct SyntaxNode {
    NodeKind kind = NodeKind::Missing;
    // The meaning depends on the kind: the content of a string, a number as written with its sign,
    // a name, a function in lower case, "true" or "false", the ordinal of a parameter.
    std::string text = {};
    values::TextPosition position =
        {};  // of the token that names the node: an operator, a function, a value
    std::vector<SyntaxNode> children = {};
    std::shared_ptr<const StatementSyntax> statement = {};
};

enum class StatementKind : unsigned char { Select, Insert, Update, Delete };

struct AssignmentSyntax {
    SyntaxNode target;
    std::optional<SyntaxNode> value;  // of SET; nullopt for REMOVE
};

struct OrderSyntax {
    SyntaxNode term;
    bool ascending = true;
};

struct StatementSyntax {
    StatementKind kind = StatementKind::Select;
    SyntaxNode source = {};                // FROM, INTO: an identifier or a path
    bool all_columns = false;              // SELECT *
    std::vector<SyntaxNode> columns = {};  // SELECT
    std::optional<SyntaxNode> where = {};
    std::vector<OrderSyntax> order = {};
    SyntaxNode value = {};                           // INSERT … VALUE
    std::vector<AssignmentSyntax> assignments = {};  // UPDATE
    values::ReturnValues returning = values::ReturnValues::None;
    // The error for the first clause that can be parsed but is not supported.
    std::optional<ApiError> unsupported = {};
};

// Returns DynamoDB's name for the node in "Unsupported operation" and "Unsupported data type".
std::string_view node_name(const SyntaxNode& node);

// Returns the tree in parentheses, "(Eq pk 'a')", for tests.
std::string syntax_text(const SyntaxNode& node);

}  // namespace stator::protocol::partiql
