#include "protocol/operations/policies/policy_checks.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "protocol/errors/policies.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/operations/policies/policy_actions.hpp"

namespace stator::protocol::operations::policies {
namespace {

bool equal_in_any_case(std::string_view left, std::string_view right) {
    // Keys and tests never contain "*" or "?", so matching compares for equality.
    return matches_policy_text(left, right, true);
}

Result<void> check_sids(const PolicyDocument& policy) {
    std::set<std::string_view> sids;
    for (const PolicyStatement& statement : policy.statements) {
        if (statement.sid.empty()) continue;
        if (!sids.insert(statement.sid).second) return errors::policy_sids_repeated();
    }
    return {};
}

// AWS: one message lists all of them. [case PutResourcePolicy/action_names]
Result<void> check_actions(const PolicyDocument& policy, PolicySubject subject) {
    std::vector<std::string> unknown;
    for (const PolicyStatement& statement : policy.statements) {
        for (const std::string& action : statement.action.values) {
            if (!is_action_of(subject, action)) unknown.push_back(action);
        }
    }
    if (!unknown.empty()) return errors::policy_actions_invalid(errors::joined(unknown, R"(", ")"));
    return {};
}

Result<void> check_resources(const PolicyDocument& policy) {
    for (const PolicyStatement& statement : policy.statements) {
        for (const std::string& arn : statement.resource.values) {
            const auto parts = model::split_arn(arn);
            const bool is_stream =
                parts && parts->resource.find("/stream/") != std::string_view::npos;
            if (is_stream) return errors::policy_relative_id_invalid(parts->resource, arn);
        }
    }
    return {};
}

// True for "arn:aws:iam::123456789012:user/name" and similar ARNs.
bool can_be_principal(std::string_view principal) {
    if (principal == "*") return true;
    const auto parts = model::split_arn(principal);
    if (!parts || !model::is_known_partition(parts->partition) || !parts->region.empty() ||
        !model::is_account_id(parts->account)) {
        return false;
    }
    const std::string_view resource = parts->resource;
    const auto is_named = [&](std::string_view kind) {
        return resource.starts_with(kind) && resource.size() > kind.size();
    };
    if (parts->service == "iam") {
        return resource == "root" || is_named("user/") || is_named("role/");
    }
    return parts->service == "sts" && (is_named("assumed-role/") || is_named("federated-user/"));
}

Result<void> check_principals(const PolicyDocument& policy) {
    constexpr std::array<std::string_view, 4> kKinds{
        "AWS", "CanonicalUser", "Federated", "Service"};
    for (const PolicyStatement& statement : policy.statements) {
        const PolicyPrincipal& principal = statement.principal;
        if (!principal.is_everybody && principal.by_kind.empty()) {
            return errors::policy_principal_invalid();
        }
        for (const auto& [kind, values] : principal.by_kind) {
            const bool is_kind = std::ranges::count(kKinds, kind) > 0;
            if (!is_kind || values.empty()) return errors::policy_principal_invalid();
            if (kind != "AWS") continue;
            if (!std::ranges::all_of(values, can_be_principal)) {
                return errors::policy_principal_invalid();
            }
        }
    }
    return {};
}

bool is_everybody(const PolicyPrincipal& principal) {
    if (principal.is_everybody) return true;
    const auto accounts = principal.by_kind.find("AWS");
    return accounts != principal.by_kind.end() && std::ranges::count(accounts->second, "*") > 0;
}

// Returns true if the condition restricts access to a limited set of callers. AWS does not publish
// its list of keys; these keys with fixed values are accepted.
// [case PutResourcePolicy/public_access]
bool narrows(const PolicyCondition& condition) {
    constexpr std::array<std::string_view, 7> kKeys{
        "aws:PrincipalAccount",
        "aws:PrincipalArn",
        "aws:PrincipalOrgID",
        "aws:SourceArn",
        "aws:SourceIp",
        "aws:SourceVpc",
        "aws:SourceVpce"};
    constexpr std::array<std::string_view, 6> kTests{
        "StringEquals",
        "StringEqualsIgnoreCase",
        "StringLike",
        "ArnEquals",
        "ArnLike",
        "IpAddress"};
    const auto is_one_of = [](const auto& names, std::string_view name) {
        return std::ranges::any_of(names, [&](std::string_view one) {
            return equal_in_any_case(one, name);
        });
    };
    const auto is_fixed = [](std::string_view value) {
        return !value.empty() && value.find_first_of("*?$") == std::string_view::npos &&
               !value.ends_with("/0");
    };
    return is_one_of(kKeys, condition.key) && is_one_of(kTests, condition.test) &&
           !condition.values.empty() && std::ranges::all_of(condition.values, is_fixed);
}

Result<void> check_not_public(const PolicyDocument& policy) {
    for (const PolicyStatement& statement : policy.statements) {
        const bool is_open = statement.principal.is_negated || is_everybody(statement.principal);
        if (!statement.allows || !is_open) continue;
        if (std::ranges::none_of(statement.conditions, narrows)) return errors::policy_is_public();
    }
    return {};
}

bool is_about(const PolicyElement& element, std::string_view text, bool ignores_case) {
    const bool matches = std::ranges::any_of(element.values, [&](std::string_view pattern) {
        return matches_policy_text(pattern, text, ignores_case);
    });
    return matches != element.is_negated;
}

bool is_about_root(const PolicyPrincipal& principal, std::string_view account) {
    const auto accounts = principal.by_kind.find("AWS");
    const std::string root = std::string("arn:aws:iam::").append(account).append(":root");
    const bool is_named =
        accounts != principal.by_kind.end() && std::ranges::count(accounts->second, root) > 0;
    return (is_everybody(principal) || is_named) != principal.is_negated;
}

}  // namespace

Result<void> check_policy(const PolicyDocument& policy, PolicySubject subject) {
    STATOR_CHECK(check_sids(policy));
    STATOR_CHECK(check_actions(policy, subject));
    if (subject == PolicySubject::Table) STATOR_CHECK(check_resources(policy));
    STATOR_CHECK(check_principals(policy));
    return check_not_public(policy);
}

bool locks_out(const PolicyDocument& policy, std::string_view account, std::string_view arn) {
    return std::ranges::any_of(policy.statements, [&](const PolicyStatement& statement) {
        return !statement.allows && statement.conditions.empty() &&
               is_about_root(statement.principal, account) &&
               is_about(statement.action, "dynamodb:PutResourcePolicy", true) &&
               is_about(statement.resource, arn, false);
    });
}

}  // namespace stator::protocol::operations::policies
