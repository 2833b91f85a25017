// EventSourceMapping: sends the records of a table's stream to a function. A value. Its members are
// Lambda's, except those for calling the function.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "protocol/formats/triggers/event_pattern.hpp"

namespace stator::protocol::formats::triggers {

// AWS: [doc Lambda API_CreateEventSourceMapping.html]
inline constexpr std::int64_t kMostBatchRecords = 10'000;
inline constexpr std::int64_t kMostBatchingWindowS = 300;
inline constexpr std::int64_t kMostParallelBatches = 10;
inline constexpr std::int64_t kMostRetryAttempts = 10'000;
inline constexpr std::int64_t kLeastRecordAgeS = 60;
inline constexpr std::int64_t kMostRecordAgeS = 604'800;
inline constexpr std::int64_t kMostTumblingWindowS = 900;
inline constexpr std::size_t kMostFilters = 10;
inline constexpr std::size_t kMostPatternLength = 4'096;
inline constexpr std::int64_t kMostFunctionTimeoutS = 900;

inline constexpr std::string_view kReportBatchItemFailures = "ReportBatchItemFailures";

struct EventFilter {
    std::string text;
    EventPattern pattern;
};

// The prefix of an OnFailure destination that is a file.
inline constexpr std::string_view kFileDestination = "file:";

struct EventSourceMapping {
    std::string name;
    std::string table;
    std::string region = "us-east-1";
    // Exactly one of `url` and `command` is set.
    std::string url = {};
    std::vector<std::string> command = {};
    // Timeout of one call, in real time.
    std::int64_t timeout_s = 60;

    bool starts_at_latest = true;
    std::int64_t batch_size = 100;
    std::int64_t batching_window_s = 0;
    std::int64_t parallelization_factor = 1;
    bool bisects = false;
    std::int64_t maximum_retry_attempts = -1;  // -1: no limit
    std::int64_t maximum_record_age_s = -1;    // -1: until the records expire
    std::int64_t tumbling_window_s = 0;
    bool reports_item_failures = false;
    std::vector<EventFilter> filters = {};  // if not empty, one of them must match
    // Destination for failed batches: a URL, or kFileDestination and a name. "": none.
    std::string on_failure = {};
    bool enabled = true;
};

}  // namespace stator::protocol::formats::triggers
