// Planner: a request and a table become a plan, or the error that meeting the table's schema
// brings. Pure functions over the table's snapshot.
#pragma once

#include <memory>

#include "engine/read/key_conditions.hpp"
#include "engine/read/plan.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/query/query.hpp"

namespace stator::engine::read {

// The plan borrows the request's filter.
protocol::Result<ReadPlan> plan_query(
    std::shared_ptr<table::Table> table, const protocol::operations::query::QueryRequest& request
);

protocol::Result<ReadPlan> plan_scan(
    std::shared_ptr<table::Table> table, const protocol::operations::query::ScanRequest& request
);

// Where a read of the source goes on after a row, or after a start key.
ReadPlan::Position position_of(
    const schema::TableSchema& schema,
    const SourceKeys& keys,
    const protocol::values::ItemImage& row
);

}  // namespace stator::engine::read
