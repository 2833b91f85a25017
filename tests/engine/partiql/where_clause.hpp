// Parses WHERE clauses into conditions, for the tests of plans.
#pragma once

#include <string>

#include "protocol/partiql/statement.hpp"

namespace stator::engine::partiql {

inline protocol::expression::Condition where_clause(const std::string& text) {
    return *protocol::partiql::read_statement("SELECT * FROM T WHERE " + text, {}).value().where;
}

}  // namespace stator::engine::partiql
