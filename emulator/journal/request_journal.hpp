// RequestJournal: records requests: the latest ones in a ring, and sums and observations over all.
//
// Off until configured. Thread-safe; add() holds a lock for some microseconds. While the journal is
// off, it costs a request one load, in is_on().
#pragma once

#include <atomic>
#include <boost/container/deque.hpp>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/journal/assertions.hpp"
#include "emulator/journal/journal_totals.hpp"
#include "emulator/journal/request_observations.hpp"
#include "emulator/journal/request_record.hpp"
#include "engine/base/mutex.hpp"

namespace stator::emulator::journal {

struct JournalSettings {
    bool on = false;
    std::size_t capacity = 10'000;  // requests in the ring
    BodyKeeping bodies = BodyKeeping::None;
    std::string label = {};  // for requests without a label of their own

    friend bool operator==(const JournalSettings&, const JournalSettings&) = default;
};

// Names are patterns (engine/base/name_pattern.hpp).
struct RequestFilter {
    std::string operation = {};  // "" means any, here and for the other strings
    std::string region = {};
    std::string table = {};
    std::string index = {};
    std::string label = {};
    std::optional<std::string> universe = std::nullopt;  // "" is the default universe
    std::string error = {};
    // The first `limit` requests after this sequence number, or the last `limit` ones.
    std::optional<std::uint64_t> since = std::nullopt;
    std::size_t limit = 100;
};

// A subset of the requests.
struct JournalSelection {
    std::optional<std::string> label = std::nullopt;  // a pattern; "" means no label
    // The time of the request, by its universe's clock: from `from`, inclusive, to `to`, exclusive.
    std::optional<engine::Instant> from = std::nullopt;
    std::optional<engine::Instant> to = std::nullopt;

    bool is_all() const { return !label && !from && !to; }
};

// All data for a report, from the same moment.
struct JournalSnapshot {
    std::uint64_t recorded = 0;  // requests since the journal was cleared
    JournalTotals totals;
    std::vector<UnfollowedPages> unfollowed_pages;
    std::vector<IgnoredUnprocessed> ignored_unprocessed;
    std::vector<FilterUse> filters;
    std::vector<AssertionResult> assertions;
};

class RequestJournal {
public:
    using RecordPtr = std::shared_ptr<const RequestRecord>;

    // Records leave the ring early if their bodies together exceed this size.
    static constexpr std::size_t kMaxBodyBytes = std::size_t{64} << 20U;
    // The number of labels whose requests are counted separately after they leave the ring.
    static constexpr std::size_t kMaxLabels = 1'000;
    // The number of assertion results that are kept. The oldest are discarded first.
    static constexpr std::size_t kMaxAssertions = 1'000;

    bool is_on() const { return on_.load(std::memory_order_relaxed); }

    // The bodies that add() expects in records. A change may take effect a few requests late.
    BodyKeeping bodies() const { return bodies_.load(std::memory_order_relaxed); }

    // Switching it off keeps the recorded requests. A smaller capacity drops the oldest records.
    void configure(const JournalSettings& settings);
    JournalSettings settings() const;

    // Records the request according to the settings, and returns its sequence number. Does nothing
    // and returns 0 while the journal is off.
    std::uint64_t add(RequestRecord record);

    // Changes the request's error to InternalServerError, which the client received because the
    // write did not reach the disk. Ignored if the request is no longer in the ring.
    void note_lost_write(std::uint64_t sequence);

    // The matching requests, sorted by sequence number.
    std::vector<RecordPtr> list(const RequestFilter& filter) const;

    // The number of requests recorded since the journal was cleared, including those that left the
    // ring.
    std::uint64_t recorded() const;

    JournalTotals totals() const;
    JournalSnapshot snapshot() const;

    // The data of a subset of the requests that are still in the ring. Contains no assertion
    // results.
    JournalSnapshot snapshot(const JournalSelection& selection) const;

    // The number of requests of the selection that have left the ring. It may be too large if their
    // labels are no longer counted separately.
    std::uint64_t missing(const JournalSelection& selection) const;

    // Keeps assertion results for the report.
    void remember(const std::vector<AssertionResult>& results);

    // Deletes requests, sums, observations and results. Sequence numbers continue.
    void clear();

    // Like clear(), but also restarts the sequence numbers.
    void start_over();

private:
    // Requests that have left the ring.
    struct Gone {
        std::uint64_t requests = 0;
        engine::Instant first = {};
        engine::Instant last = {};
    };

    using Records = std::vector<RecordPtr>;

    // Removes records from the ring until it is within its limits, and returns them.
    Records trim() STATOR_REQUIRES(mutex_);
    void forget_all() STATOR_REQUIRES(mutex_);
    void note_gone(const RequestRecord& record) STATOR_REQUIRES(mutex_);

    std::atomic<bool> on_ = false;
    std::atomic<BodyKeeping> bodies_ = BodyKeeping::None;

    mutable engine::Mutex mutex_;
    JournalSettings settings_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t last_sequence_ STATOR_GUARDED_BY(mutex_) = 0;
    std::uint64_t recorded_ STATOR_GUARDED_BY(mutex_) = 0;
    std::deque<RecordPtr> ring_ STATOR_GUARDED_BY(mutex_);
    std::size_t body_bytes_ STATOR_GUARDED_BY(mutex_) = 0;
    std::map<std::string, Gone> gone_ STATOR_GUARDED_BY(mutex_);  // by label
    Gone gone_of_other_labels_ STATOR_GUARDED_BY(mutex_);
    JournalTotals totals_ STATOR_GUARDED_BY(mutex_);
    RequestObservations observations_ STATOR_GUARDED_BY(mutex_);
    // Uses no memory while it is empty.
    boost::container::deque<AssertionResult> assertions_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::journal
