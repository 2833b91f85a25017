#include "emulator/least_policy/conditions.hpp"

#include <algorithm>
#include <string_view>

namespace stator::emulator::least_policy {
namespace {

// A text as a condition's value, where "${" would begin a variable.
std::string escaped(std::string_view text) {
    std::string value;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins_variable = text.substr(at, 2) == "${";
        value.append(begins_variable ? "${$}" : text.substr(at, 1));
    }
    return value;
}

// Whether "${key}" means that key.
bool can_be_variable(std::string_view key) {
    return key.find_first_of("},") == std::string_view::npos;
}

// The variable that stands for the text; "" for none.
std::string variable_of(const std::string& text, const auth::Principal& principal) {
    if (principal.kind == auth::Principal::Kind::User && principal.name == text) {
        return "${aws:username}";
    }
    if (principal.user_id() == text) return "${aws:userid}";
    for (const auto& [key, value] : principal.context) {
        if (value == text && can_be_variable(key)) return "${" + key + "}";
    }
    return {};
}

// A request without a projection, or for what an index has, gets attributes that it does not
// mention.
bool mentions_all_it_gets(const Uses& uses) {
    return std::ranges::all_of(uses.selects, [](const std::string& select) {
        return select == "SPECIFIC_ATTRIBUTES" || select == "COUNT";
    });
}

}  // namespace

Hold hold_of(const Uses& uses, const auth::Principal* principal) {
    if (uses.is_unheld || uses.keys.empty()) return {};
    Hold hold;
    if (uses.keys.size() <= Uses::kMaxKeys) hold.keys = kFewKeys;
    if (uses.keys.size() == 1 && principal != nullptr) {
        std::string variable = variable_of(*uses.keys.begin(), *principal);
        if (!variable.empty()) hold.keys = std::move(variable);
    }
    hold.attributes = mentions_all_it_gets(uses) && !uses.attributes.empty();
    return hold;
}

Conditions conditions_of(
    const Hold& hold, const Uses& uses, const std::set<std::string>& full_actions
) {
    Conditions conditions;
    auto& of_all = conditions["ForAllValues:StringEquals"];
    if (!hold.keys.empty() && hold.keys != kFewKeys) {
        of_all["dynamodb:LeadingKeys"] = {hold.keys};
    } else if (!hold.keys.empty() && uses.keys.size() <= Uses::kMaxKeys) {
        for (const std::string& key : uses.keys) {
            of_all["dynamodb:LeadingKeys"].push_back(escaped(key));
        }
    }
    // AWS: ForAllValues holds without any value, too, which a statement may do without.
    if (of_all.contains("dynamodb:LeadingKeys") &&
        full_actions.contains("dynamodb:PartiQLSelect")) {
        conditions["Null"]["dynamodb:LeadingKeys"] = {"false"};
    }
    if (hold.attributes) {
        for (const std::string& name : uses.attributes) {
            of_all["dynamodb:Attributes"].push_back(escaped(name));
        }
        auto& if_exists = conditions["StringEqualsIfExists"];
        if (!uses.selects.empty()) {
            if_exists["dynamodb:Select"] = {uses.selects.begin(), uses.selects.end()};
        }
        if (!uses.returned.empty()) {
            if_exists["dynamodb:ReturnValues"] = {uses.returned.begin(), uses.returned.end()};
        }
    }
    std::erase_if(conditions, [](const auto& test) { return test.second.empty(); });
    return conditions;
}

}  // namespace stator::emulator::least_policy
