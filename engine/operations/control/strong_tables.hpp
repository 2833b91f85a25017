// Tables with strong consistency (MultiRegionConsistency STRONG): their creation and removal.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::operations::control {

// UpdateTable with MultiRegionConsistency STRONG: two replicas, or one and a witness. The caller
// holds the regions' mutex.
Result<requests::tables::DescribedTable> create_strong_table(
    const universes::Call& call, const requests::tables::UpdateTableRequest& request
);

// UpdateTable that deletes all replicas of such a table, and their witness.
Result<requests::tables::DescribedTable> dissolve_strong_table(
    const universes::Call& call,
    const requests::tables::UpdateTableRequest& request,
    const model::GlobalTableDefinition& definition
);

}  // namespace stator::engine::operations::control
