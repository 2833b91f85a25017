// Plans a SELECT against its table: the reads to run one after another. Pure functions.
#pragma once

#include <vector>

#include "engine/partiql/target.hpp"
#include "engine/read/plan.hpp"
#include "protocol/base/result.hpp"
#include "protocol/partiql/statement.hpp"

namespace stator::engine::partiql {

// One read of a SELECT.
struct SelectRead {
    read::ReadPlan plan;
    // True if it finds at most one row, so that it never has a next page.
    bool single_row = false;
};

// The reads refer to the statement's WHERE. Errors, in DynamoDB's order: WHERE against the keys,
// attributes the index does not project, ORDER BY.
Result<std::vector<SelectRead>> plan_select(
    const StatementTarget& target, const protocol::partiql::Statement& statement, bool consistent
);

}  // namespace stator::engine::partiql
