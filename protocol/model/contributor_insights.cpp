#include "protocol/model/contributor_insights.hpp"

#include "protocol/model/definition_json.hpp"

namespace stator::protocol::model {

using wire::JsonView;
using wire::JsonWriter;

void write_insights(JsonWriter& json, const InsightsByIndex& insights) {
    if (insights.empty()) return;
    json.begin_array("ContributorInsights");
    for (const auto& [index, state] : insights) {
        json.begin_object();
        definition::write_text(json, "IndexName", index);
        json.string_member("Status", values::text_of(state.status));
        json.string_member("Mode", values::text_of(state.mode));
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
        state.status = values::term_from<InsightsStatus>(definition::read_text(element, "Status"))
                           .value_or(InsightsStatus::Disabled);
        state.mode = values::term_from<InsightsMode>(definition::read_text(element, "Mode"))
                         .value_or(InsightsMode::AccessedAndThrottledKeys);
        state.enabled_at = definition::read_time(element, "EnabledMs").value_or(Instant());
        state.last_update = definition::read_time(element, "LastUpdateMs").value_or(Instant());
    });
    return insights;
}

}  // namespace stator::protocol::model
