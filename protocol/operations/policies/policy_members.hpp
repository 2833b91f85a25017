// The member names of IAM policy documents. Used by PolicyDocument and by the evaluation of
// policies. Pure functions.
#pragma once

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/wire/json.hpp"

namespace stator::protocol::operations::policies {

inline constexpr std::array<std::string_view, 3> kDocumentMembers{"Version", "Id", "Statement"};
inline constexpr std::array<std::string_view, 9> kStatementMembers{
    "Sid",
    "Effect",
    "Principal",
    "NotPrincipal",
    "Action",
    "NotAction",
    "Resource",
    "NotResource",
    "Condition"};

inline constexpr std::string_view kOldVersion = "2008-10-17";
// AWS: only documents of this version support variables. [docs.aws.amazon.com/IAM/latest/UserGuide/
// reference_policies_elements_version.html]
inline constexpr std::string_view kVersion = "2012-10-17";

inline bool is_policy_version(std::string_view text) {
    return text == kVersion || text == kOldVersion;
}

// Returns the name of the first member of `object` that is not in `known`; nullopt if all are.
inline std::optional<wire::JsonView> find_unknown_name(
    wire::JsonView object, std::span<const std::string_view> known
) {
    for (const auto& member : object.members()) {
        if (std::ranges::find(known, wire::member_name(member)) == known.end()) {
            return wire::JsonView(member.name);
        }
    }
    return std::nullopt;
}

// A member such as Action and its negation NotAction. A statement has one of the two.
struct ElementMembers {
    std::optional<wire::JsonView> plain;
    std::optional<wire::JsonView> negated;
};

inline ElementMembers find_element(wire::JsonView statement, std::string_view name) {
    return {statement.find(name), statement.find(std::string("Not").append(name))};
}

// In a condition, numbers and booleans are equivalent to their text.
inline bool is_scalar(wire::JsonView value) {
    return value.is_string() || value.is_number() || value.is_boolean();
}

// Precondition: is_scalar().
inline std::string scalar_text(wire::JsonView value) {
    return value.is_string() ? std::string(value.string()) : value.text();
}

}  // namespace stator::protocol::operations::policies
