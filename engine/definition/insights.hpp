// Contributor Insights: their statuses, which the clock changes. Pure functions.
#pragma once

#include <span>
#include <string>

#include "engine/definition/table_change.hpp"
#include "protocol/operations/settings/insights.hpp"

namespace stator::engine::definition {

// Those of the table ("") or of a global index. Error: there is no such global index.
Result<requests::settings::DescribedInsights> insights_of(
    const model::TableDescription& table, const std::string& index
);

// `described` is what they are afterwards. Both must outlive the edit. Errors: as insights_of();
// the table or the index is not ACTIVE.
TableEdit insights_edit(
    const requests::settings::UpdateInsightsRequest& request,
    requests::settings::DescribedInsights& described
);

// A page of those that are not off. The tables are in the order of their names.
requests::settings::ListInsightsReply list_insights(
    std::span<const model::TableDescription> tables,
    const requests::settings::ListInsightsRequest& request
);

}  // namespace stator::engine::definition
