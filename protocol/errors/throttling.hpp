// Throttling: one table of all errors that DynamoDB returns for requests that exceed a throughput
// limit. Both real throttling and injected faults use it.
#pragma once

#include <optional>
#include <span>
#include <string_view>

#include "protocol/base/api_error.hpp"
#include "protocol/errors/text.hpp"

namespace stator::protocol::errors {

// The limit that a throttled request exceeded.
enum class ThroughputLimit : unsigned char { Provisioned, KeyRange, MaxOnDemand, Account };

// The table or global index that was throttled, and whether by reads or writes.
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

// The error that a source with that billing mode returns if that limit is exceeded.
struct ThrottlingAnswer {
    bool is_on_demand = false;
    bool is_index = false;
    bool is_write = false;
    ThroughputLimit limit = ThroughputLimit::Provisioned;
    std::string_view reason;
    ThrottlingWords words;
};

// Returns all rows. The list is complete: a billing mode without a row for a limit does not have
// that limit.
std::span<const ThrottlingAnswer> throttling_answers();

// Returns null if the source's billing mode does not have that limit.
const ThrottlingAnswer* find_throttling_answer(
    const ThrottledSource& source, ThroughputLimit limit
);

// The suffix of a reason, for example "KeyRangeThroughputExceeded".
std::string_view throughput_limit_name(ThroughputLimit limit);
std::optional<ThroughputLimit> find_throughput_limit(std::string_view name);

// Returns the row with that reason, for either billing mode. Null if DynamoDB does not use the
// reason.
const ThrottlingAnswer* find_throttling_reason(std::string_view reason);

// Returns the limit that sources with that billing mode exceed most often.
ThroughputLimit usual_limit(bool is_on_demand);

// Returns the table's error for that limit, with `source` as its only throttling reason. If the
// billing mode does not have the limit, uses the usual limit. For a cancelled transaction,
// cancellation_reason() converts the error into a reason.
ApiError throughput_exceeded(const ThrottledSource& source, ThroughputLimit limit);

// ThrottlingException without a reason: too many control-plane requests.
inline constexpr Text<0> request_rate_exceeded{"Rate exceeded", ErrorType::ThrottlingException};

}  // namespace stator::protocol::errors
