// The documents of triggers: the event that a function receives, and the description of a failed
// batch. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/base/instant.hpp"
#include "protocol/model/stream.hpp"

namespace stator::protocol::formats::triggers {

// Returns an element of an event's "Records". AWS: as in GetRecords, with eventSourceARN and
// different names in userIdentity. [doc LocalStack's snapshots of AWS, 2024]
std::string record_document(
    const model::StreamRecord& record,
    values::StreamViewType view_type,
    std::string_view region,
    std::string_view stream_arn
);

struct EventWindow {
    Instant start = {};
    Instant end = {};
    bool is_final = false;
    bool ends_early = false;
    std::string_view state = "{}";  // JSON
    std::string_view shard_id = {};
    std::string_view stream_arn = {};
};

// `records`: documents of record_document().
std::string event_document(
    std::span<const std::string_view> records, const std::optional<EventWindow>& window
);

// The description of a failed batch.
struct GivenUpBatch {
    std::string_view condition;  // "RetryAttemptsExhausted"
    std::string_view request_id;
    std::string_view function_arn;
    std::int64_t invocations = 0;
    // nullopt if the function was not called.
    std::optional<int> status = {};
    bool has_function_error = false;
    Instant now = {};
    std::string_view shard_id;
    std::string_view stream_arn;
    // Positions of its first and last record.
    model::StreamPosition first = {};
    model::StreamPosition last = {};
    Instant first_time = {};
    Instant last_time = {};
    std::size_t size = 0;
    // The event, for a destination that stores it; "" to omit it.
    std::string_view payload = {};
};

std::string failure_document(const GivenUpBatch& batch);

}  // namespace stator::protocol::formats::triggers
