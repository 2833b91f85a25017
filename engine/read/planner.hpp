// Planner: a request and a table become a plan, or the error that meeting the table's schema
// brings. Pure functions over the table's snapshot.
#pragma once

#include <memory>

#include "engine/read/key_conditions.hpp"
#include "engine/read/plan.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/query/query.hpp"

namespace stator::engine {

// The plan borrows the request's filter.
protocol::Result<ReadPlan> plan_query(
    std::shared_ptr<Table> table, const protocol::QueryRequest& request
);

protocol::Result<ReadPlan> plan_scan(
    std::shared_ptr<Table> table, const protocol::ScanRequest& request
);

// Where a read of the source goes on after a row, or after a start key.
ReadPlan::Position position_of(
    const TableSchema& schema, const SourceKeys& keys, const protocol::ItemImage& row
);

}  // namespace stator::engine
