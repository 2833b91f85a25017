// EventSourceMapping: from which table's stream to which function, and how. A value; its members
// are Lambda's, apart from how the function is reached.
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

// What an OnFailure that is a file begins with.
inline constexpr std::string_view kFileDestination = "file:";

struct EventSourceMapping {
    std::string name;
    std::string table;
    std::string region = "us-east-1";
    // One of the two.
    std::string url = {};
    std::vector<std::string> command = {};
    // How long one call may take, in real time.
    std::int64_t timeout_s = 60;

    bool starts_at_latest = true;
    std::int64_t batch_size = 100;
    std::int64_t batching_window_s = 0;
    std::int64_t parallelization_factor = 1;
    bool bisects = false;
    std::int64_t maximum_retry_attempts = -1;  // -1: as many as it takes
    std::int64_t maximum_record_age_s = -1;    // -1: as long as records live
    std::int64_t tumbling_window_s = 0;
    bool reports_item_failures = false;
    std::vector<EventFilter> filters = {};  // one of them must match, if there are any
    // Where batches go that are given up: a URL, or kFileDestination and a name. "": nowhere.
    std::string on_failure = {};
    bool enabled = true;
};

}  // namespace stator::protocol::formats::triggers
