#include "protocol/model/resource_policy.hpp"

#include <algorithm>

#include "protocol/model/definition_json.hpp"

namespace stator::protocol::model {
namespace {

using wire::JsonView;
using wire::JsonWriter;

void write_policy(JsonWriter& json, const ResourcePolicy& policy) {
    json.begin_object();
    json.string_member("Document", policy.document);
    json.string_member("RevisionId", policy.revision_id);
    json.end_object();
}

ResourcePolicy read_policy(JsonView json) {
    return {definition::read_text(json, "Document"), definition::read_text(json, "RevisionId")};
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Whether the number at that place of the text ends where it does, on both sides.
bool stands_alone(std::string_view text, std::size_t place, std::size_t length) {
    const bool goes_on = place + length < text.size() && is_digit(text[place + length]);
    return !goes_on && (place == 0 || !is_digit(text[place - 1]));
}

void replace_number(std::string& text, std::string_view from, std::string_view to) {
    std::size_t place = text.find(from);
    while (place != std::string::npos) {
        if (stands_alone(text, place, from.size())) text.replace(place, from.size(), to);
        place = text.find(from, place + to.size());
    }
}

}  // namespace

std::string next_revision(ResourcePolicies& policies, Instant now) {
    Instant revision = now;
    if (policies.latest_revision) revision = std::max(revision, *policies.latest_revision + 1);
    policies.latest_revision = revision;
    return std::to_string(revision.unix_ms());
}

// A document contains no escaped digits, so it is in its canonical form afterwards, too.
void change_account(ResourcePolicies& policies, std::string_view from, std::string_view to) {
    if (policies.of_table) replace_number(policies.of_table->document, from, to);
    for (auto& [label, policy] : policies.of_streams) replace_number(policy.document, from, to);
}

void write_policies(JsonWriter& json, const ResourcePolicies& policies) {
    if (policies == ResourcePolicies()) return;
    json.begin_object("ResourcePolicies");
    if (policies.of_table) {
        json.key("Table");
        write_policy(json, *policies.of_table);
    }
    json.begin_object("Streams");
    for (const auto& [label, policy] : policies.of_streams) {
        json.key(label);
        write_policy(json, policy);
    }
    json.end_object();
    definition::write_time(json, "LatestRevisionMs", policies.latest_revision);
    json.end_object();
}

ResourcePolicies read_policies(JsonView json) {
    ResourcePolicies policies;
    const auto found = definition::read_object(json, "ResourcePolicies");
    if (!found) return policies;
    if (const auto table = definition::read_object(*found, "Table")) {
        policies.of_table = read_policy(*table);
    }
    if (const auto streams = definition::read_object(*found, "Streams")) {
        for (const auto& stream : streams->members()) {
            if (!stream.value.IsObject()) continue;
            policies.of_streams.emplace(
                wire::member_name(stream), read_policy(JsonView(stream.value))
            );
        }
    }
    policies.latest_revision = definition::read_time(*found, "LatestRevisionMs");
    return policies;
}

}  // namespace stator::protocol::model
