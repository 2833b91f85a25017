// Lane: delivers the records of one shard to a trigger, or a share of them: decides which records
// form a batch and when, and what happens to a batch after each reply.
//
// A state machine without sockets, threads or a clock: the caller adds records, requests the next
// step, executes it, and reports the outcome. If a shard has several lanes, each lane has the
// records of some items, so that the order of each item's changes is kept.
//
// Promises: every record that was added is delivered by a successful call, or is given up by a
// Report, before the position passes it; records are delivered in order. Not thread-safe.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/triggers/lane_position.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::triggers {

// The settings of a mapping that affect its lanes.
struct LaneRules {
    std::size_t batch_size = 100;
    std::size_t batch_bytes = std::size_t{6} << 20U;
    std::int64_t window_ms = 0;    // time to collect a batch
    std::int64_t tumbling_ms = 0;  // 0: no tumbling windows
    bool bisects = false;
    std::optional<std::int64_t> most_retries = {};  // nullopt: unlimited
    std::int64_t most_age_ms = 24 * 3'600'000LL;    // records do not live longer
};

struct LaneRecord {
    StreamPosition position;
    Instant time = {};
    std::string document = {};  // as sent to the function
};

// A tumbling window: the records of [start, start + tumbling_ms).
struct TumblingWindow {
    Instant start = {};
    bool ends_early = false;  // its state became too large
    bool is_final = false;    // this call is its last one
};

struct LaneBatch {
    std::vector<LaneRecord> records = {};
    std::optional<TumblingWindow> window = {};
    // Number of failed calls that count as retries.
    std::int64_t failures = 0;
};

// The outcome of a call.
struct LaneOutcome {
    enum class Kind : unsigned char {
        Success,
        // This record and all later ones have failed.
        Partial,
        Failure,
        // The function did not receive the batch, because it is down or throttles. Not counted.
        Unavailable,
    };

    Kind kind = Kind::Success;
    StreamPosition failed_from = {};  // Partial
    // With tumbling windows, after a success: the state that the function returned.
    std::string state = {};
};

enum class GivenUp : unsigned char { RetryAttemptsExhausted, RecordAgeExceeded };

std::string_view given_up_text(GivenUp reason);

class Lane {
public:
    Lane(const LaneRules& rules, LanePosition start);

    // ---- Records ----

    // True if the lane has room for more records.
    bool wants_records() const;

    // The position of the next record to read.
    const StreamPosition& cursor() const { return cursor_; }

    // Precondition: not before cursor(). Moves the cursor after the record.
    void add(LaneRecord record, Instant now);

    // Moves the cursor: apart from the added records, this lane has none before that position.
    void skip_to(const StreamPosition& position);

    // Call when the shard is closed and all of it has been read.
    void end() { has_ended_ = true; }

    bool has_ended() const { return has_ended_; }

    // ---- What to do ----

    struct Step {
        enum class Kind : unsigned char {
            Rest,    // wait until a record is added
            Wait,    // wait until `until`
            Call,    // call the function with batch(), then call answered()
            Report,  // report the failed batch to its destination, then call reported()
        };

        Kind kind = Kind::Rest;
        Instant until = kNever;
        GivenUp reason = GivenUp::RetryAttemptsExhausted;  // Report
    };

    // Returns Rest after a Call or a Report, until its outcome is reported.
    Step next(Instant now);

    // The batch of a Call or a Report.
    const LaneBatch& batch() const { return work_.front(); }

    // The state of the tumbling window.
    const std::string& state() const { return state_; }

    void answered(const LaneOutcome& outcome, Instant now);

    // `arrived`: false to return the Report again later.
    void reported(bool arrived, Instant now);

    // ---- State ----

    LanePosition position() const;

    // True if the lane has ended and all its records are done.
    bool is_done() const { return has_ended_ && work_.empty() && waiting_.empty() && !window_; }

    // The time of the oldest record that is not done.
    std::optional<Instant> oldest() const;

    std::size_t record_count() const;

    bool is_busy() const { return is_busy_; }

    // The time of the next try after a failure.
    std::optional<Instant> retries_at() const { return retry_at_; }

private:
    struct Waiting {
        LaneRecord record;
        Instant seen;
    };

    // Forms the next batch from waiting records. Otherwise returns when that may be possible.
    std::optional<Instant> gather(Instant now);
    // Adds the last call of the open window.
    void gather_final(bool ends_early);
    std::optional<Instant> window_of(const LaneRecord& record) const;
    bool is_in_window(const LaneRecord& record) const;
    // Splits off records that are too old. Returns true if it found any.
    bool splits_off_old(Instant now);
    void failed(Instant now);
    // Marks the front batch as failed, to be reported.
    void give_up(GivenUp reason);
    void split_front(std::size_t at);
    void try_later(Instant now);
    void succeed(const LaneOutcome& outcome);

    const LaneRules rules_;
    StreamPosition cursor_;
    std::deque<Waiting> waiting_;
    std::size_t waiting_bytes_ = 0;
    // The collected batches, in order; more than one after a split.
    std::deque<LaneBatch> work_;
    std::optional<GivenUp> given_up_;  // reason for the front batch
    std::optional<Instant> window_;
    std::string state_;
    bool is_busy_ = false;
    bool has_ended_ = false;
    std::int64_t tries_ = 0;  // consecutive failures; determine the pause before the next try
    std::optional<Instant> retry_at_;
};

}  // namespace stator::engine::triggers
