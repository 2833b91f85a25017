#include "protocol/operations/policies/policy_checks.hpp"

#include <gtest/gtest.h>

#include "protocol/operations/policies/policy_actions.hpp"

namespace stator::protocol::operations::policies {
namespace {

constexpr std::string_view kAccount = "123456789012";
constexpr std::string_view kArn = "arn:aws:dynamodb:eu-west-2:123456789012:table/orders";

PolicyDocument denying(std::string principal, std::string action, std::string resource) {
    PolicyStatement statement;
    statement.principal.by_kind["AWS"] = {std::move(principal)};
    statement.action.values = {std::move(action)};
    statement.resource.values = {std::move(resource)};
    return {"2012-10-17", "", {statement}};
}

TEST(PolicyChecks, DetectALockout) {
    const std::string root = "arn:aws:iam::123456789012:root";
    const std::string put = "dynamodb:PutResourcePolicy";
    EXPECT_TRUE(locks_out(denying("*", put, "*"), kAccount, kArn));
    EXPECT_TRUE(locks_out(denying(root, "dynamodb:put*", "*:table/ord*"), kAccount, kArn));
    EXPECT_FALSE(locks_out(denying("arn:aws:iam::123456789012:user/u", put, "*"), kAccount, kArn));
    EXPECT_FALSE(locks_out(denying(root, "dynamodb:DeleteResourcePolicy", "*"), kAccount, kArn));
    EXPECT_FALSE(locks_out(denying(root, put, "*:table/other"), kAccount, kArn));
    PolicyDocument conditional = denying("*", put, "*");
    conditional.statements[0].conditions.push_back({"IpAddress", "aws:SourceIp", {"192.0.2.1"}});
    EXPECT_FALSE(locks_out(conditional, kAccount, kArn));
    PolicyDocument others = denying(root, put, "*");
    others.statements[0].principal.is_negated = true;
    EXPECT_FALSE(locks_out(others, kAccount, kArn));
}

TEST(PolicyChecks, MatchPatterns) {
    const struct {
        std::string_view pattern;
        std::string_view text;
        bool matches;
    } rows[] = {
        {"*", "", true},
        {"", "", true},
        {"", "a", false},
        {"a*c", "abbc", true},
        {"a*c", "abbcd", false},
        {"a?c", "abc", true},
        {"a?c", "ac", false},
        {"*b*b*", "abab", true},
        {"*b*b*", "aab", false},
        {"**a", "bca", true},
        {"A", "a", false},
    };

    for (const auto& row : rows) {
        EXPECT_EQ(matches_policy_text(row.pattern, row.text, false), row.matches)
            << row.pattern << " " << row.text;
    }
    EXPECT_TRUE(matches_policy_text("A*", "ab", true));
}

}  // namespace
}  // namespace stator::protocol::operations::policies
