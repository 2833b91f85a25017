// Contributor Insights: their statuses, which the clock changes. Pure functions.
#pragma once

#include <span>
#include <string>

#include "engine/definition/table_change.hpp"
#include "protocol/operations/settings/insights.hpp"

namespace stator::engine::definition {

// The insights of the table ("") or of a global index. Error: the global index does not exist.
Result<requests::settings::DescribedInsights> insights_of(
    const model::TableDescription& table, const std::string& index
);

// Sets `described` to the new insights. `request` and `described` must outlive the edit. Errors:
// those of insights_of(); the table or the index is not ACTIVE.
TableEdit insights_edit(
    const requests::settings::UpdateInsightsRequest& request,
    requests::settings::DescribedInsights& described
);

// A page of the insights that are not disabled. The tables are sorted by name.
requests::settings::ListInsightsReply list_insights(
    std::span<const model::TableDescription> tables,
    const requests::settings::ListInsightsRequest& request
);

}  // namespace stator::engine::definition
