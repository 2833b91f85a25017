// The recursive-descent grammars of the expression languages. Each function parses a whole
// expression, or the part that it is named after, and returns the first syntax error.
#pragma once

#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/syntax/syntax_tree.hpp"
#include "protocol/expression/syntax/token_stream.hpp"

namespace stator::protocol::expression::syntax {

// path := elem { "." elem | "[" integer "]" }
Result<SyntaxNode> parse_path(TokenStream& tokens);

// Parses the steps of a path after its first element, and appends them to `path`.
Result<void> parse_path_steps(TokenStream& tokens, SyntaxNode& path);

// operand := path | valueref | function | "(" operand ")"
Result<SyntaxNode> parse_operand(TokenStream& tokens);

// Marks a node as parenthesised. Records redundant parentheses if it was parenthesised before.
void parenthesise(TokenStream& tokens, SyntaxNode& node);

// Parses a whole condition, filter or key condition.
Result<SyntaxNode> parse_condition_syntax(TokenStream& tokens);

// Parses a whole update.
Result<UpdateSyntax> parse_update_syntax(TokenStream& tokens);

// Parses a whole projection.
Result<std::vector<SyntaxNode>> parse_projection_syntax(TokenStream& tokens);

}  // namespace stator::protocol::expression::syntax
