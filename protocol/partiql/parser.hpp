// The parser of PartiQL: converts a statement to its syntax tree. Pure. Does not fill in
// parameters.
#pragma once

#include <cstddef>
#include <string_view>

#include "protocol/base/result.hpp"
#include "protocol/partiql/syntax_tree.hpp"

namespace stator::protocol::partiql {

struct ParsedStatement {
    SyntaxNode root;
    // The number of "?" in the statement.
    std::size_t parameters = 0;
};

// Errors: "Statement wasn't well formed, can't be processed: …".
Result<ParsedStatement> parse_statement(std::string_view text);

}  // namespace stator::protocol::partiql
