#include "protocol/model/resource_policy.hpp"

#include <algorithm>

namespace stator::protocol::model {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// Returns true if the digits at `place` are not part of a longer number.
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

// Documents contain no escaped digits, so they remain in canonical form.
void change_account(ResourcePolicies& policies, std::string_view from, std::string_view to) {
    if (policies.of_table) replace_number(policies.of_table->document, from, to);
    for (auto& [label, policy] : policies.of_streams) replace_number(policy.document, from, to);
}

}  // namespace stator::protocol::model
