// Rules for vector indexes that CreateTable, UpdateTable and restores share. Each function makes
// its checks in DynamoDB's order and returns the first error.
#pragma once

#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::protocol::operations::tables {

// Returns the index that the request describes. Checks its dimensions, projection and search
// schema.
Result<model::VectorIndex> check_vector_index(
    const VectorIndexRequest& sent, const std::vector<values::AttributeDefinition>& definitions
);

// Checks all vector indexes of a table together: their number, their dimensions, and that no
// attribute definition names a vector attribute.
Result<void> check_vector_indexes(
    const std::vector<model::VectorIndex>& indexes,
    const std::vector<values::AttributeDefinition>& definitions
);

// Returns the number of projected attributes that the indexes count towards the table's limit: the
// listed attributes, each vector and each filter.
std::size_t projected_attributes(const std::vector<model::VectorIndex>& indexes);

}  // namespace stator::protocol::operations::tables
