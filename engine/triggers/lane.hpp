// Lane: what a trigger does with the records of one shard, or with its share of them: which records
// make up a batch and when, and what becomes of a batch after each answer.
//
// A state machine without sockets, threads or a clock: whoever drives it adds records, asks what to
// do next, does it, and reports how it went. With several lanes, each has the records of some
// items, so that the order of each item's changes is kept.
//
// Promises: every record that was added is delivered in a call that succeeds, or is given up by a
// Report, before the position passes it; records go in their order. Not thread-safe.
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

// A mapping's settings, as far as they say what happens when.
struct LaneRules {
    std::size_t batch_size = 100;
    std::size_t batch_bytes = std::size_t{6} << 20U;
    std::int64_t window_ms = 0;    // how long a batch is gathered
    std::int64_t tumbling_ms = 0;  // 0: no tumbling windows
    bool bisects = false;
    std::optional<std::int64_t> most_retries = {};  // as many as it takes, if empty
    std::int64_t most_age_ms = 24 * 3'600'000LL;    // records do not live longer
};

struct LaneRecord {
    StreamPosition position;
    Instant time = {};
    std::string document = {};  // as the function gets it
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
    // Calls that failed and count.
    std::int64_t failures = 0;
};

// How a call went.
struct LaneOutcome {
    enum class Kind : unsigned char {
        Success,
        // This record and those behind it have failed.
        Partial,
        Failure,
        // The function did not get the batch, which is not counted: it is down or asks for
        // patience.
        Unavailable,
    };

    Kind kind = Kind::Success;
    StreamPosition failed_from = {};  // Partial
    // With tumbling windows, after a success: what the function said.
    std::string state = {};
};

enum class GivenUp : unsigned char { RetryAttemptsExhausted, RecordAgeExceeded };

std::string_view given_up_text(GivenUp reason);

class Lane {
public:
    Lane(const LaneRules& rules, LanePosition start);

    // ---- Records ----

    // Whether there is room for more.
    bool wants_records() const;

    // Where to read on.
    const StreamPosition& cursor() const { return cursor_; }

    // Precondition: not before cursor(). Moves the cursor behind it.
    void add(LaneRecord record, Instant now);

    // Nothing before that position is for this lane, apart from what was added.
    void skip_to(const StreamPosition& position);

    // The shard is closed, and all of it has been read.
    void end() { has_ended_ = true; }

    bool has_ended() const { return has_ended_; }

    // ---- What to do ----

    struct Step {
        enum class Kind : unsigned char {
            Rest,    // nothing, until a record is added
            Wait,    // nothing, until `until`
            Call,    // call the function with batch(), then answered()
            Report,  // tell whoever is told what is given up, then reported()
        };

        Kind kind = Kind::Rest;
        Instant until = kNever;
        GivenUp reason = GivenUp::RetryAttemptsExhausted;  // Report
    };

    // After a Call or a Report it rests until it hears how that went.
    Step next(Instant now);

    // What a Call or a Report is about.
    const LaneBatch& batch() const { return work_.front(); }

    // The state of the tumbling window.
    const std::string& state() const { return state_; }

    void answered(const LaneOutcome& outcome, Instant now);

    // `arrived`: false to be asked again later.
    void reported(bool arrived, Instant now);

    // ---- How it stands ----

    LanePosition position() const;

    // Ended, and everything is done.
    bool is_done() const { return has_ended_ && work_.empty() && waiting_.empty() && !window_; }

    // When the oldest record that is not done was written.
    std::optional<Instant> oldest() const;

    std::size_t record_count() const;

    bool is_busy() const { return is_busy_; }

    // When it tries again after a failure.
    std::optional<Instant> retries_at() const { return retry_at_; }

private:
    struct Waiting {
        LaneRecord record;
        Instant seen;
    };

    // Makes the next batch of what is waiting; otherwise when that may be possible.
    std::optional<Instant> gather(Instant now);
    // The last call of the open window.
    void gather_final(bool ends_early);
    std::optional<Instant> window_of(const LaneRecord& record) const;
    bool is_in_window(const LaneRecord& record) const;
    // Splits off what is too old; true when there is something.
    bool splits_off_old(Instant now);
    void failed(Instant now);
    // The front batch is to be reported.
    void give_up(GivenUp reason);
    void split_front(std::size_t at);
    void try_later(Instant now);
    void succeed(const LaneOutcome& outcome);

    const LaneRules rules_;
    StreamPosition cursor_;
    std::deque<Waiting> waiting_;
    std::size_t waiting_bytes_ = 0;
    // Batches that have been gathered, in order; more than one after a split.
    std::deque<LaneBatch> work_;
    std::optional<GivenUp> given_up_;  // the front one
    std::optional<Instant> window_;
    std::string state_;
    bool is_busy_ = false;
    bool has_ended_ = false;
    std::int64_t tries_ = 0;  // in a row that went wrong, for the time until the next
    std::optional<Instant> retry_at_;
};

}  // namespace stator::engine::triggers
