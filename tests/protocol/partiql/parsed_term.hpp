// Terms of PartiQL as syntax trees, for the tests of what is made of them.
#pragma once

#include <string>
#include <string_view>

#include "protocol/partiql/parser.hpp"

namespace stator::protocol::partiql {

// The term as it stands in a WHERE: its first column is the 21st.
inline SyntaxNode parsed_term(std::string_view text) {
    const auto statement = parse_statement("DELETE FROM T WHERE " + std::string(text));
    return *statement.value().root.statement->where;
}

}  // namespace stator::protocol::partiql
