// Parses PartiQL terms into syntax trees, for tests.
#pragma once

#include <string>
#include <string_view>

#include "protocol/partiql/parser.hpp"

namespace stator::protocol::partiql {

// Parses the term in a WHERE, where its first column is column 21.
inline SyntaxNode parsed_term(std::string_view text) {
    const auto statement = parse_statement("DELETE FROM T WHERE " + std::string(text));
    return *statement.value().root.statement->where;
}

}  // namespace stator::protocol::partiql
