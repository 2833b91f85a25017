// Stored settings for Contributor Insights of a table or of one of its global indexes. Values.
#pragma once

#include <map>
#include <string>

#include "protocol/base/instant.hpp"
#include "protocol/values/terms.hpp"

namespace stator::protocol::model {

enum class InsightsStatus : unsigned char { Disabled, Enabling, Enabled, Disabling };

constexpr values::TextsTo<InsightsStatus::Disabling> texts_of(InsightsStatus) {
    return {"DISABLED", "ENABLING", "ENABLED", "DISABLING"};
}

enum class InsightsMode : unsigned char { AccessedAndThrottledKeys, ThrottledKeys };

constexpr values::TextsTo<InsightsMode::ThrottledKeys> texts_of(InsightsMode) {
    return {"ACCESSED_AND_THROTTLED_KEYS", "THROTTLED_KEYS"};
}

struct ContributorInsights {
    InsightsStatus status = InsightsStatus::Disabled;
    InsightsMode mode = InsightsMode::AccessedAndThrottledKeys;
    Instant enabled_at = {};   // part of the rules' names
    Instant last_update = {};  // time of the latest status change

    friend bool operator==(const ContributorInsights&, const ContributorInsights&) = default;
};

// Settings by index name; "" is the table itself. Absent if never configured.
using InsightsByIndex = std::map<std::string, ContributorInsights, std::less<>>;

}  // namespace stator::protocol::model
