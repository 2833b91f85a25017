// Tables with strong consistency (MultiRegionConsistency STRONG): how they come to be, and how they
// end.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::operations::control {

// UpdateTable with MultiRegionConsistency STRONG: two replicas, or one and a witness. The caller
// holds the regions.
Result<requests::tables::DescribedTable> create_strong_table(
    const universes::Call& call, const requests::tables::UpdateTableRequest& request
);

// UpdateTable that deletes all replicas of such a table, with their witness.
Result<requests::tables::DescribedTable> dissolve_strong_table(
    const universes::Call& call,
    const requests::tables::UpdateTableRequest& request,
    const model::GlobalTableDefinition& definition
);

}  // namespace stator::engine::operations::control
