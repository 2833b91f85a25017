// UpdateTimeToLive and DescribeTimeToLive. Pure functions.
#pragma once

#include <string>

#include "engine/definition/table_change.hpp"
#include "protocol/operations/settings/time_to_live.hpp"

namespace stator::engine::definition {

// Errors: the table's state does not allow the change, or nothing would change.
TableEdit time_to_live_edit(const requests::settings::UpdateTimeToLiveRequest& request);

// "" if time to live is disabled. Error: the table is CREATING or DELETING.
Result<std::string> time_to_live_attribute(const model::TableDescription& table);

}  // namespace stator::engine::definition
