// Global tables: replicas that come and go, what all replicas have in common, and the operations
// that are about them alone.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/model/global_table.hpp"
#include "protocol/operations/settings/time_to_live.hpp"
#include "protocol/operations/tables/tables.hpp"

namespace stator::engine::operations::control {

// Adds the global table that has the described table as a member; nothing to any other table.
void add_replicas(
    universes::Universe& universe,
    std::string_view region,
    requests::tables::DescribedTable& described
);

// UpdateTable of a request that has actions on replicas.
Result<requests::tables::DescribedTable> update_replicas(
    const universes::Call& call, const requests::tables::UpdateTableRequest& request
);

// Any other UpdateTable, of one region's table or of a member: indexes, billing and write capacity
// are the same everywhere, so that all members change or none.
Result<requests::tables::DescribedTable> update_everywhere(
    const universes::Call& call, const requests::tables::UpdateTableRequest& request
);

// The time to live has been changed in the request's region: the other members follow.
void follow_time_to_live(
    const universes::Call& call, const requests::settings::UpdateTimeToLiveRequest& request
);

}  // namespace stator::engine::operations::control
