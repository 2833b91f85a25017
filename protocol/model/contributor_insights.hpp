// Contributor Insights of a table or of one of its global indexes, as they are kept. Values.
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
    Instant enabled_at = {};   // names the rules
    Instant last_update = {};  // when the status last changed

    friend bool operator==(const ContributorInsights&, const ContributorInsights&) = default;
};

// Those of a table by the name of the index, "" for the table itself. Whatever was never configured
// is absent.
using InsightsByIndex = std::map<std::string, ContributorInsights, std::less<>>;

}  // namespace stator::protocol::model
