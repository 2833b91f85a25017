// Global tables: adding and removing replicas, updating the settings that all replicas share, and
// the operations that only global tables have.
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

// Adds the replicas of the global table that the described table is a member of. Does nothing for
// any other table.
void add_replicas(
    universes::Universe& universe,
    std::string_view region,
    requests::tables::DescribedTable& described
);

// UpdateTable of a request that has actions on replicas.
Result<requests::tables::DescribedTable> update_replicas(
    const universes::Call& call, const requests::tables::UpdateTableRequest& request
);

// All other UpdateTable requests, for a single-region table or a member: indexes, billing and write
// capacity are the same everywhere, so that all members change or none.
Result<requests::tables::DescribedTable> update_everywhere(
    const universes::Call& call, const requests::tables::UpdateTableRequest& request
);

// Call when the time to live has changed in the request's region: updates the other members.
void follow_time_to_live(
    const universes::Call& call, const requests::settings::UpdateTimeToLiveRequest& request
);

}  // namespace stator::engine::operations::control
