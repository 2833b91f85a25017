// Rules about vector indexes that CreateTable, UpdateTable and restores share. Each function makes
// its checks in DynamoDB's order and returns the first error.
#pragma once

#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::protocol::operations::tables {

// The index that the request describes: dimensions, projection, search schema.
Result<model::VectorIndex> check_vector_index(
    const VectorIndexRequest& sent, const std::vector<values::AttributeDefinition>& definitions
);

// All vector indexes of a table together: their number, their dimensions, and that no definition is
// about a vector.
Result<void> check_vector_indexes(
    const std::vector<model::VectorIndex>& indexes,
    const std::vector<values::AttributeDefinition>& definitions
);

// What the indexes count toward the projected attributes of a table: the listed ones, each vector
// and each filter.
std::size_t projected_attributes(const std::vector<model::VectorIndex>& indexes);

}  // namespace stator::protocol::operations::tables
