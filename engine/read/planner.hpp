// Planner: turns a request and a table into a plan, or into the error that the table's schema
// requires. Pure functions over the table's snapshot.
#pragma once

#include <memory>

#include "engine/read/key_conditions.hpp"
#include "engine/read/plan.hpp"
#include "protocol/base/result.hpp"
#include "protocol/errors/regions.hpp"
#include "protocol/operations/query/query.hpp"

namespace stator::engine::read {

// The plan borrows the request's filter.
Result<ReadPlan> plan_query(
    std::shared_ptr<table::Table> table, const requests::query::QueryRequest& request
);

Result<ReadPlan> plan_scan(
    std::shared_ptr<table::Table> table,
    const requests::query::ScanRequest& request,
    const errors::Region& region
);

// The position at which a read of the source continues after a row or a start key.
ReadPlan::Position position_of(
    const schema::TableSchema& schema, const SourceKeys& keys, const values::ItemImage& row
);

}  // namespace stator::engine::read
