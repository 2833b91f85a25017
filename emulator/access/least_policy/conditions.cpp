#include "emulator/access/least_policy/conditions.hpp"

#include <algorithm>
#include <array>
#include <compare>
#include <set>
#include <string_view>
#include <tuple>

#include "emulator/access/authentication/principal.hpp"

namespace stator::emulator::access::least_policy {
namespace {

// Escapes "${" in the value of a condition, where it would begin a variable.
std::string escaped(std::string_view text) {
    std::string value;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const bool begins_variable = text.substr(at, 2) == "${";
        value.append(begins_variable ? "${$}" : text.substr(at, 1));
    }
    return value;
}

// True if "${key}" refers to that key.
bool can_be_variable(std::string_view key) {
    return key.find_first_of("},") == std::string_view::npos;
}

// The variable whose value is the text; "" if there is none.
std::string variable_of(const std::string& text, const authentication::Principal& principal) {
    if (principal.kind == authentication::Principal::Kind::User && principal.name == text) {
        return "${aws:username}";
    }
    if (principal.user_id() == text) return "${aws:userid}";
    for (const auto& [key, value] : principal.context) {
        if (value == text && can_be_variable(key)) return "${" + key + "}";
    }
    return {};
}

// False if a request may return attributes that it does not mention: it has no projection, or
// returns the projection of an index.
bool mentions_all_it_gets(const Uses& uses) {
    return std::ranges::all_of(uses.selects, [](const std::string& select) {
        return select == "SPECIFIC_ATTRIBUTES" || select == "COUNT";
    });
}

// The parts of some uses that a condition can restrict. Uses share a statement only if these are
// equal.
struct Restriction {
    // The variable of the principal that equals all partition keys, or kFewKeys; "" if the keys are
    // not restricted.
    std::string keys = {};
    bool attributes = false;  // restrict to the attributes that requests mention

    auto operator<=>(const Restriction&) const = default;
};

constexpr const char* kFewKeys = "few";

// `principal` may be null. Without restricted partition keys, nothing is restricted.
Restriction restriction_of(const Uses& uses, const authentication::Principal* principal) {
    if (uses.is_unrestricted || uses.keys.empty()) return {};
    Restriction restriction;
    if (uses.keys.size() <= Uses::kMaxKeys) restriction.keys = kFewKeys;
    if (uses.keys.size() == 1 && principal != nullptr) {
        std::string variable = variable_of(*uses.keys.begin(), *principal);
        if (!variable.empty()) restriction.keys = std::move(variable);
    }
    restriction.attributes = mentions_all_it_gets(uses) && !uses.attributes.empty() &&
                             uses.attributes.size() <= Uses::kMaxAttributes;
    return restriction;
}

// The conditions of a statement with these actions.
Conditions conditions_of(
    const Restriction& restriction, const Uses& uses, const std::set<std::string>& actions
) {
    Conditions conditions;
    auto& of_all = conditions["ForAllValues:StringEquals"];
    if (restriction.keys == kFewKeys) {
        for (const std::string& key : uses.keys) {
            of_all["dynamodb:LeadingKeys"].push_back(escaped(key));
        }
    } else if (!restriction.keys.empty()) {
        of_all["dynamodb:LeadingKeys"] = {restriction.keys};
    }
    // AWS: ForAllValues also holds without any value, and a statement may have none.
    if (!restriction.keys.empty() && actions.contains("PartiQLSelect")) {
        conditions["Null"]["dynamodb:LeadingKeys"] = {"false"};
    }
    if (restriction.attributes) {
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

// True if a condition cannot list the values of all uses together, although it can list those of
// each.
bool are_too_many(const Restriction& restriction, const Uses& uses) {
    return (restriction.keys == kFewKeys && uses.keys.size() > Uses::kMaxKeys) ||
           (restriction.attributes && uses.attributes.size() > Uses::kMaxAttributes);
}

}  // namespace

bool is_reading(std::string_view action) {
    constexpr std::array<std::string_view, 10> kBeginnings{
        "BatchGet",
        "ConditionCheck",
        "Describe",
        "Get",
        "List",
        "PartiQLSelect",
        "Query",
        "ReadData",
        "Scan",
        "SearchVectors"};
    return std::ranges::any_of(kBeginnings, [&](std::string_view beginning) {
        return action.starts_with(beginning);
    });
}

Permits conditioned(const PrincipalRun& run) {
    // Actions by resource, whether they write, and restriction.
    std::map<std::tuple<std::string, bool, Restriction>, std::map<std::string, Uses>> alike;
    for (const auto& [grant, uses] : run.grants) {
        const auto& [action, resource] = grant;
        Restriction restriction = restriction_of(uses, run.principal.get());
        alike[{resource, !is_reading(action), std::move(restriction)}][action] = uses;
    }
    Permits permits;
    for (const auto& [what, used] : alike) {
        const auto& [resource, writes, restriction] = what;
        Uses together;
        std::set<std::string> actions;
        for (const auto& [action, uses] : used) {
            together.join(uses);
            actions.insert(action);
        }
        const bool is_apart = are_too_many(restriction, together);
        for (const auto& [action, uses] : used) {
            permits[{action, resource}] = is_apart ? conditions_of(restriction, uses, {action})
                                                   : conditions_of(restriction, together, actions);
        }
    }
    return permits;
}

}  // namespace stator::emulator::access::least_policy
