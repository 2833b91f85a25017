#include "protocol/operations/policies/policy_actions.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace stator::protocol::operations::policies {
namespace {

// AWS: includes the actions of indexes. [case PutResourcePolicy/action_names]
constexpr std::array kTableActions = std::to_array<std::string_view>({
    "dynamodb:BatchGetItem",
    "dynamodb:BatchWriteItem",
    "dynamodb:ConditionCheckItem",
    "dynamodb:CreateBackup",
    "dynamodb:DeleteItem",
    "dynamodb:DeleteResourcePolicy",
    "dynamodb:DeleteTable",
    "dynamodb:DescribeContinuousBackups",
    "dynamodb:DescribeContributorInsights",
    "dynamodb:DescribeKinesisStreamingDestination",
    "dynamodb:DescribeTable",
    "dynamodb:DescribeTableReplicaAutoScaling",
    "dynamodb:DescribeTimeToLive",
    "dynamodb:DisableKinesisStreamingDestination",
    "dynamodb:EnableKinesisStreamingDestination",
    "dynamodb:ExportTableToPointInTime",
    "dynamodb:GetItem",
    "dynamodb:GetResourcePolicy",
    "dynamodb:ListTagsOfResource",
    "dynamodb:PartiQLDelete",
    "dynamodb:PartiQLInsert",
    "dynamodb:PartiQLSelect",
    "dynamodb:PartiQLUpdate",
    "dynamodb:PutItem",
    "dynamodb:PutResourcePolicy",
    "dynamodb:Query",
    "dynamodb:RestoreTableToPointInTime",
    "dynamodb:Scan",
    "dynamodb:SearchVectors",
    "dynamodb:TagResource",
    "dynamodb:UntagResource",
    "dynamodb:UpdateContinuousBackups",
    "dynamodb:UpdateContributorInsights",
    "dynamodb:UpdateItem",
    "dynamodb:UpdateKinesisStreamingDestination",
    "dynamodb:UpdateTable",
    "dynamodb:UpdateTableReplicaAutoScaling",
    "dynamodb:UpdateTimeToLive",
});
constexpr std::array kStreamActions = std::to_array<std::string_view>({
    "dynamodb:DeleteResourcePolicy",
    "dynamodb:DescribeStream",
    "dynamodb:GetRecords",
    "dynamodb:GetResourcePolicy",
    "dynamodb:GetShardIterator",
    "dynamodb:ListTagsOfResource",
    "dynamodb:PutResourcePolicy",
    "dynamodb:TagResource",
    "dynamodb:UntagResource",
});

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

}  // namespace

bool matches_policy_text(std::string_view pattern, std::string_view text, bool ignores_case) {
    const auto same = [&](char wanted, char met) {
        return wanted == '?' || (ignores_case ? lower(wanted) == lower(met) : wanted == met);
    };
    std::size_t at = 0;
    // The position of the last "*", and the end of the text it currently matches. A mismatch
    // extends that text by one character.
    std::size_t star = std::string_view::npos;
    std::size_t star_end = 0;
    for (std::size_t i = 0; i < text.size();) {
        if (at < pattern.size() && pattern[at] == '*') {
            star = at++;
            star_end = i;
        } else if (at < pattern.size() && same(pattern[at], text[i])) {
            ++at;
            ++i;
        } else if (star != std::string_view::npos) {
            at = star + 1;
            i = ++star_end;
        } else {
            return false;
        }
    }
    return pattern.find_first_not_of('*', at) == std::string_view::npos;
}

bool is_action_of(PolicySubject subject, std::string_view action) {
    const std::span<const std::string_view> actions =
        subject == PolicySubject::Table ? std::span<const std::string_view>(kTableActions)
                                        : std::span<const std::string_view>(kStreamActions);
    return std::ranges::any_of(actions, [&](std::string_view name) {
        return matches_policy_text(action, name, true);
    });
}

}  // namespace stator::protocol::operations::policies
