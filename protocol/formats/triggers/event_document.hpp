// The documents of triggers: the event that a function gets, and what is told of a batch that was
// given up. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "protocol/base/instant.hpp"
#include "protocol/model/stream.hpp"

namespace stator::protocol::formats::triggers {

// One of an event's "Records".
// AWS: as GetRecords shows it, with eventSourceARN and other names in userIdentity.
// [doc LocalStack's snapshots of AWS, 2024]
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

// `records` are documents.
std::string event_document(
    std::span<const std::string_view> records, const std::optional<EventWindow>& window
);

// What is known of a batch that was given up.
struct GivenUpBatch {
    std::string_view condition;  // "RetryAttemptsExhausted"
    std::string_view request_id;
    std::string_view function_arn;
    std::int64_t invocations = 0;
    // Nothing when the function was not called.
    std::optional<int> status = {};
    bool has_function_error = false;
    Instant now = {};
    std::string_view shard_id;
    std::string_view stream_arn;
    // Of its records.
    model::StreamPosition first = {};
    model::StreamPosition last = {};
    Instant first_time = {};
    Instant last_time = {};
    std::size_t size = 0;
    // The event, for a destination that keeps it; "" to leave it out.
    std::string_view payload = {};
};

std::string failure_document(const GivenUpBatch& batch);

}  // namespace stator::protocol::formats::triggers
