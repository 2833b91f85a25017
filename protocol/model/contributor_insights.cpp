#include "protocol/model/contributor_insights.hpp"

#include <array>

#include "protocol/model/definition_json.hpp"

namespace stator::protocol::model {
namespace {

using wire::JsonView;
using wire::JsonWriter;

InsightsStatus insights_status_from(std::string_view text) {
    constexpr std::array kStatuses{
        InsightsStatus::Enabling, InsightsStatus::Enabled, InsightsStatus::Disabling};
    for (const InsightsStatus status : kStatuses) {
        if (insights_status_text(status) == text) return status;
    }
    return InsightsStatus::Disabled;
}

}  // namespace

std::string_view insights_status_text(InsightsStatus status) {
    switch (status) {
        case InsightsStatus::Disabled: return "DISABLED";
        case InsightsStatus::Enabling: return "ENABLING";
        case InsightsStatus::Enabled: return "ENABLED";
        case InsightsStatus::Disabling: return "DISABLING";
    }
    return {};
}

std::string_view insights_mode_text(InsightsMode mode) {
    switch (mode) {
        case InsightsMode::AccessedAndThrottledKeys: return "ACCESSED_AND_THROTTLED_KEYS";
        case InsightsMode::ThrottledKeys: return "THROTTLED_KEYS";
    }
    return {};
}

InsightsMode insights_mode_from(std::string_view text) {
    return text == insights_mode_text(InsightsMode::ThrottledKeys)
               ? InsightsMode::ThrottledKeys
               : InsightsMode::AccessedAndThrottledKeys;
}

void write_insights(JsonWriter& json, const InsightsByIndex& insights) {
    if (insights.empty()) return;
    json.begin_array("ContributorInsights");
    for (const auto& [index, state] : insights) {
        json.begin_object();
        definition::write_text(json, "IndexName", index);
        json.string_member("Status", insights_status_text(state.status));
        json.string_member("Mode", insights_mode_text(state.mode));
        definition::write_time(json, "EnabledMs", state.enabled_at);
        definition::write_time(json, "LastUpdateMs", state.last_update);
        json.end_object();
    }
    json.end_array();
}

InsightsByIndex read_insights(JsonView json) {
    InsightsByIndex insights;
    definition::for_each_object(json, "ContributorInsights", [&](JsonView element) {
        ContributorInsights& state = insights[definition::read_text(element, "IndexName")];
        state.status = insights_status_from(definition::read_text(element, "Status"));
        state.mode = insights_mode_from(definition::read_text(element, "Mode"));
        state.enabled_at = definition::read_time(element, "EnabledMs").value_or(Instant());
        state.last_update = definition::read_time(element, "LastUpdateMs").value_or(Instant());
    });
    return insights;
}

}  // namespace stator::protocol::model
