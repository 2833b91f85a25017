#include "protocol/errors/throttling.hpp"

#include <algorithm>
#include <array>
#include <string>

namespace stator::protocol::errors {
namespace {

using enum ThroughputLimit;

constexpr bool kFixed = false;  // provisioned
constexpr bool kOnDemand = true;
constexpr bool kTable = false;
constexpr bool kIndex = true;
constexpr bool kRead = false;
constexpr bool kWrite = true;

constexpr ThrottlingWords kOfTable = {
    ErrorType::ProvisionedThroughputExceededException,
    "The level of configured provisioned throughput for the table was exceeded. Consider "
    "increasing your provisioning level with the UpdateTable API."};
// AWS: indexes are in the plural.
constexpr ThrottlingWords kIndexes = {
    ErrorType::ProvisionedThroughputExceededException,
    "The level of configured provisioned throughput for one or more global secondary indexes of "
    "the table was exceeded. Consider increasing your provisioning level for the "
    "under-provisioned global secondary indexes with the UpdateTable API"};
constexpr ThrottlingWords kScaling = {
    ErrorType::ThrottlingException,
    "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically "
    "scaling your table or index so please try again shortly. If exceptions persist, check if you "
    "have a hot key: https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/"
    "bp-partition-key-design.html"};
// Writes that are throttled by an index.
constexpr ThrottlingWords kWriteScaling = {
    ErrorType::ThrottlingException,
    "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB is "
    "automatically scaling your index so please try again shortly."};
constexpr ThrottlingWords kMaximum = {
    ErrorType::ThrottlingException,
    "Throughput exceeds the maximum OnDemandThroughput configured on table or index"};
constexpr ThrottlingWords kQuota = {
    ErrorType::RequestLimitExceeded,
    "Throughput exceeds the current throughput limit for your account. Please contact AWS Support "
    "at https://aws.amazon.com/support request a limit increase"};

// AWS: for a hot partition of a provisioned source, the message is that of the source, and only the
// reason differs. Account quotas and configured maxima apply only to on-demand sources. [doc
// developerguide/TroubleshootingThrottling, APIReference/API_ThrottlingReason] [doc
// APIReference/API_TransactWriteItems]
constexpr auto kAnswers = std::to_array<ThrottlingAnswer>({
    {kFixed, kTable, kRead, Provisioned, "TableReadProvisionedThroughputExceeded", kOfTable},
    {kFixed, kTable, kRead, KeyRange, "TableReadKeyRangeThroughputExceeded", kOfTable},
    {kFixed, kTable, kWrite, Provisioned, "TableWriteProvisionedThroughputExceeded", kOfTable},
    {kFixed, kTable, kWrite, KeyRange, "TableWriteKeyRangeThroughputExceeded", kOfTable},
    {kFixed, kIndex, kRead, Provisioned, "IndexReadProvisionedThroughputExceeded", kIndexes},
    {kFixed, kIndex, kRead, KeyRange, "IndexReadKeyRangeThroughputExceeded", kIndexes},
    {kFixed, kIndex, kWrite, Provisioned, "IndexWriteProvisionedThroughputExceeded", kIndexes},
    {kFixed, kIndex, kWrite, KeyRange, "IndexWriteKeyRangeThroughputExceeded", kIndexes},
    {kOnDemand, kTable, kRead, KeyRange, "TableReadKeyRangeThroughputExceeded", kScaling},
    {kOnDemand, kTable, kRead, MaxOnDemand, "TableReadMaxOnDemandThroughputExceeded", kMaximum},
    {kOnDemand, kTable, kRead, Account, "TableReadAccountLimitExceeded", kQuota},
    {kOnDemand, kTable, kWrite, KeyRange, "TableWriteKeyRangeThroughputExceeded", kScaling},
    {kOnDemand, kTable, kWrite, MaxOnDemand, "TableWriteMaxOnDemandThroughputExceeded", kMaximum},
    {kOnDemand, kTable, kWrite, Account, "TableWriteAccountLimitExceeded", kQuota},
    {kOnDemand, kIndex, kRead, KeyRange, "IndexReadKeyRangeThroughputExceeded", kScaling},
    {kOnDemand, kIndex, kRead, MaxOnDemand, "IndexReadMaxOnDemandThroughputExceeded", kMaximum},
    {kOnDemand, kIndex, kRead, Account, "IndexReadAccountLimitExceeded", kQuota},
    {kOnDemand, kIndex, kWrite, KeyRange, "IndexWriteKeyRangeThroughputExceeded", kWriteScaling},
    {kOnDemand, kIndex, kWrite, MaxOnDemand, "IndexWriteMaxOnDemandThroughputExceeded", kMaximum},
    {kOnDemand, kIndex, kWrite, Account, "IndexWriteAccountLimitExceeded", kQuota},
});

struct LimitName {
    ThroughputLimit limit;
    std::string_view name;
};

constexpr std::array<LimitName, 4> kLimitNames = {{
    {Provisioned, "ProvisionedThroughputExceeded"},
    {KeyRange, "KeyRangeThroughputExceeded"},
    {MaxOnDemand, "MaxOnDemandThroughputExceeded"},
    {Account, "AccountLimitExceeded"},
}};

// Returns null if no row matches.
template <class Matches>
const ThrottlingAnswer* first_answer(const Matches& matches) {
    const auto found = std::ranges::find_if(kAnswers, matches);
    return found == kAnswers.end() ? nullptr : &*found;
}

}  // namespace

std::span<const ThrottlingAnswer> throttling_answers() {
    return kAnswers;
}

const ThrottlingAnswer* find_throttling_answer(
    const ThrottledSource& source, ThroughputLimit limit
) {
    return first_answer([&](const ThrottlingAnswer& answer) {
        return answer.limit == limit && answer.is_on_demand == source.is_on_demand &&
               answer.is_index == source.is_index && answer.is_write == source.is_write;
    });
}

const ThrottlingAnswer* find_throttling_reason(std::string_view reason) {
    return first_answer([&](const ThrottlingAnswer& answer) { return answer.reason == reason; });
}

std::string_view throughput_limit_name(ThroughputLimit limit) {
    return kLimitNames[static_cast<std::size_t>(limit)].name;
}

std::optional<ThroughputLimit> find_throughput_limit(std::string_view name) {
    for (const LimitName& known : kLimitNames) {
        if (known.name == name) return known.limit;
    }
    return std::nullopt;
}

ThroughputLimit usual_limit(bool is_on_demand) {
    return is_on_demand ? KeyRange : Provisioned;
}

ApiError throughput_exceeded(const ThrottledSource& source, ThroughputLimit limit) {
    const ThrottlingAnswer* answer = find_throttling_answer(source, limit);
    if (answer == nullptr) {
        answer = find_throttling_answer(source, usual_limit(source.is_on_demand));
    }
    ApiError error{answer->words.type, std::string(answer->words.message)};
    error.throttling_reasons.push_back({std::string(answer->reason), std::string(source.arn)});
    return error;
}

}  // namespace stator::protocol::errors
