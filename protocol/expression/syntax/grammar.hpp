// The recursive-descent grammars of the expression languages. Each function parses a whole
// expression, or the part that its name says, and fails with the first syntax error.
#pragma once

#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/expression/syntax/syntax_tree.hpp"
#include "protocol/expression/syntax/token_stream.hpp"

namespace stator::protocol::expression::syntax {

// path := elem { "." elem | "[" integer "]" }
Result<SyntaxNode> parse_path(TokenStream& tokens);

// The steps of a path after its first element; extends `path` in place.
Result<void> parse_path_steps(TokenStream& tokens, SyntaxNode& path);

// operand := path | valueref | function | "(" operand ")"
Result<SyntaxNode> parse_operand(TokenStream& tokens);

// Marks a node as parenthesised, and notes redundant parentheses when it already was.
void parenthesise(TokenStream& tokens, SyntaxNode& node);

// A whole condition, filter or key condition.
Result<SyntaxNode> parse_condition_syntax(TokenStream& tokens);

// A whole update.
Result<UpdateSyntax> parse_update_syntax(TokenStream& tokens);

// A whole projection.
Result<std::vector<SyntaxNode>> parse_projection_syntax(TokenStream& tokens);

}  // namespace stator::protocol::expression::syntax
