// Throttling: every answer that DynamoDB has for a request beyond some throughput, as one table.
// Real throttling and injected faults both take their answers from it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// The limit that a throttled request exceeded.
enum class ThroughputLimit : unsigned char { Provisioned, KeyRange, MaxOnDemand, Account };

// The table or global index that was throttled, and in which direction.
struct ThrottledSource {
    std::string_view arn;
    bool is_index = false;
    bool is_write = false;
    bool is_on_demand = false;
};

struct ThrottlingWords {
    ErrorType type = ErrorType::ThrottlingException;
    std::string_view message;
};

// What a source of that billing mode answers when that limit is exceeded.
struct ThrottlingAnswer {
    bool is_on_demand = false;
    bool is_index = false;
    bool is_write = false;
    ThroughputLimit limit = ThroughputLimit::Provisioned;
    std::string_view reason;
    ThrottlingWords words;
};

// Every one of them: there is no other. A billing mode without a row for some limit does not have
// that limit.
std::span<const ThrottlingAnswer> throttling_answers();

// Null when the source's billing mode does not have that limit.
const ThrottlingAnswer* find_throttling_answer(
    const ThrottledSource& source, ThroughputLimit limit
);

// "KeyRangeThroughputExceeded" and so on: the end of a reason.
std::string_view throughput_limit_name(ThroughputLimit limit);
std::optional<ThroughputLimit> find_throughput_limit(std::string_view name);

// The row with that reason, for either billing mode; null for a reason that DynamoDB does not use.
const ThrottlingAnswer* find_throttling_reason(std::string_view reason);

// The limit that sources of that billing mode exceed most often.
ThroughputLimit usual_limit(bool is_on_demand);

// The answer of the table, with the source as its one throttling reason. A limit that the billing
// mode does not have counts as its usual one. For a cancelled transaction, cancellation_reason()
// turns the error into a reason.
ApiError throughput_exceeded(const ThrottledSource& source, ThroughputLimit limit);

// ThrottlingException without a reason: too many calls about tables themselves.
inline constexpr Text<0> request_rate_exceeded{"Rate exceeded", ErrorType::ThrottlingException};

}  // namespace stator::protocol::errors
