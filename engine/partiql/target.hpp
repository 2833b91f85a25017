// StatementTarget: the table and index of a statement. A value.
#pragma once

#include "engine/catalog/catalog.hpp"
#include "engine/catalog/target_table.hpp"
#include "protocol/base/result.hpp"
#include "protocol/partiql/statement.hpp"

namespace stator::engine::partiql {

struct StatementTarget : catalog::TargetTable {
    const schema::IndexSchema* index = nullptr;  // of the snapshot; null for the table
};

// Errors, in DynamoDB's order: an index with several HASH or RANGE attributes, a bad column, a
// missing table, a missing index, a write to an index, a consistent read of a global index. AWS:
// [case ExecuteStatement/fault_order]
Result<StatementTarget> find_statement_target(
    const catalog::Catalog& catalog, const protocol::partiql::Statement& statement, bool consistent
);

}  // namespace stator::engine::partiql
