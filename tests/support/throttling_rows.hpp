// DynamoDB's replies to throttled requests, written a second time and independent of the product,
// so that a wrong row of the product's table is detected.
// [https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_ThrottlingReason.html]
// [https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TransactWriteItems.html]
#pragma once

#include <algorithm>
#include <array>
#include <string_view>

namespace stator::testing {

struct ThrottlingRow {
    std::string_view source;  // "on demand index write"
    std::string_view reason;
    std::string_view exception;
    std::string_view message;  // the beginning of the message
};

namespace throttling_words {
inline constexpr std::string_view kOfTable =
    "The level of configured provisioned throughput for the table was exceeded. Consider";
inline constexpr std::string_view kOfIndexes =
    "The level of configured provisioned throughput for one or more global secondary indexes of "
    "the table was exceeded.";
inline constexpr std::string_view kScales =
    "Throughput exceeds the current capacity of your table or index. DynamoDB is automatically";
inline constexpr std::string_view kIndexScales =
    "Throughput exceeds the current capacity for one or more global secondary indexes. DynamoDB";
inline constexpr std::string_view kMaximum =
    "Throughput exceeds the maximum OnDemandThroughput configured on table or index";
inline constexpr std::string_view kQuota =
    "Throughput exceeds the current throughput limit for your account.";
}  // namespace throttling_words

inline constexpr auto kThrottlingRows = [] {
    using namespace throttling_words;
    return std::to_array<ThrottlingRow>({
        {"provisioned table read",
         "TableReadProvisionedThroughputExceeded",
         "ProvisionedThroughputExceededException",
         kOfTable},
        {"provisioned table read",
         "TableReadKeyRangeThroughputExceeded",
         "ProvisionedThroughputExceededException",
         kOfTable},
        {"provisioned table write",
         "TableWriteProvisionedThroughputExceeded",
         "ProvisionedThroughputExceededException",
         kOfTable},
        {"provisioned table write",
         "TableWriteKeyRangeThroughputExceeded",
         "ProvisionedThroughputExceededException",
         kOfTable},
        {"provisioned index read",
         "IndexReadProvisionedThroughputExceeded",
         "ProvisionedThroughputExceededException",
         kOfIndexes},
        {"provisioned index read",
         "IndexReadKeyRangeThroughputExceeded",
         "ProvisionedThroughputExceededException",
         kOfIndexes},
        {"provisioned index write",
         "IndexWriteProvisionedThroughputExceeded",
         "ProvisionedThroughputExceededException",
         kOfIndexes},
        {"provisioned index write",
         "IndexWriteKeyRangeThroughputExceeded",
         "ProvisionedThroughputExceededException",
         kOfIndexes},
        {"on demand table read",
         "TableReadKeyRangeThroughputExceeded",
         "ThrottlingException",
         kScales},
        {"on demand table read",
         "TableReadMaxOnDemandThroughputExceeded",
         "ThrottlingException",
         kMaximum},
        {"on demand table read", "TableReadAccountLimitExceeded", "RequestLimitExceeded", kQuota},
        {"on demand table write",
         "TableWriteKeyRangeThroughputExceeded",
         "ThrottlingException",
         kScales},
        {"on demand table write",
         "TableWriteMaxOnDemandThroughputExceeded",
         "ThrottlingException",
         kMaximum},
        {"on demand table write", "TableWriteAccountLimitExceeded", "RequestLimitExceeded", kQuota},
        {"on demand index read",
         "IndexReadKeyRangeThroughputExceeded",
         "ThrottlingException",
         kScales},
        {"on demand index read",
         "IndexReadMaxOnDemandThroughputExceeded",
         "ThrottlingException",
         kMaximum},
        {"on demand index read", "IndexReadAccountLimitExceeded", "RequestLimitExceeded", kQuota},
        {"on demand index write",
         "IndexWriteKeyRangeThroughputExceeded",
         "ThrottlingException",
         kIndexScales},
        {"on demand index write",
         "IndexWriteMaxOnDemandThroughputExceeded",
         "ThrottlingException",
         kMaximum},
        {"on demand index write", "IndexWriteAccountLimitExceeded", "RequestLimitExceeded", kQuota},
    });
}();

// Returns the row with that reason, or null if sources of that kind do not have the reason.
inline const ThrottlingRow* find_throttling_row(std::string_view source, std::string_view reason) {
    const auto found = std::ranges::find_if(kThrottlingRows, [&](const ThrottlingRow& row) {
        return row.source == source && row.reason == reason;
    });
    return found == kThrottlingRows.end() ? nullptr : &*found;
}

}  // namespace stator::testing
