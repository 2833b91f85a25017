// RequestJournal: remembers requests: the latest ones in a ring, and sums and observations over
// all.
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
    std::string label = {};  // of requests that bring none along

    friend bool operator==(const JournalSettings&, const JournalSettings&) = default;
};

// Names are patterns (engine/base/name_pattern.hpp).
struct RequestFilter {
    std::string operation = {};  // "" is any, here and for the other texts
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

// Some of the requests.
struct JournalSelection {
    std::optional<std::string> label = std::nullopt;  // a pattern; "" is none
    // The time of the request, by its universe's clock: from the first one on, before the other.
    std::optional<engine::Instant> from = std::nullopt;
    std::optional<engine::Instant> to = std::nullopt;

    bool is_all() const { return !label && !from && !to; }
};

// Everything that a report is made of, at one moment.
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

    // Records leave the ring early when the bodies in it exceed this together.
    static constexpr std::size_t kMaxBodyBytes = std::size_t{64} << 20U;
    // Of how many labels it is remembered when their requests left the ring.
    static constexpr std::size_t kMaxLabels = 1'000;
    // How many results of assertions are remembered; beyond that the oldest are forgotten.
    static constexpr std::size_t kMaxAssertions = 1'000;

    bool is_on() const { return on_.load(std::memory_order_relaxed); }

    // Which bodies add() expects in records. A change may be seen a few requests late.
    BodyKeeping bodies() const { return bodies_.load(std::memory_order_relaxed); }

    // Turning it off keeps what was recorded. A smaller capacity drops the oldest records.
    void configure(const JournalSettings& settings);
    JournalSettings settings() const;

    // Remembers the request as the settings say; returns its sequence number. While the journal is
    // off it does nothing and returns 0.
    std::uint64_t add(RequestRecord record);

    // The client of that request was told InternalServerError in the end, because what it wrote did
    // not reach the disk. Nothing happens when the request has been forgotten.
    void note_lost_write(std::uint64_t sequence);

    // The requests that match, in the order of their sequence numbers.
    std::vector<RecordPtr> list(const RequestFilter& filter) const;

    // The number of requests recorded since the journal was cleared, in the ring or not.
    std::uint64_t recorded() const;

    JournalTotals totals() const;
    JournalSnapshot snapshot() const;

    // The same of some requests, without results of assertions: of those that are still listed.
    JournalSnapshot snapshot(const JournalSelection& selection) const;

    // How many requests of the selection are listed no more; more than that where their labels have
    // been forgotten.
    std::uint64_t missing(const JournalSelection& selection) const;

    // Keeps the results of assertions for the report.
    void remember(const std::vector<AssertionResult>& results);

    // Forgets requests, sums, observations and results. Sequence numbers continue.
    void clear();

    // As clear(), but sequence numbers start over, too.
    void start_over();

private:
    // Requests that left the ring.
    struct Gone {
        std::uint64_t requests = 0;
        engine::Instant first = {};
        engine::Instant last = {};
    };

    using Records = std::vector<RecordPtr>;

    // The records that leave the ring.
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
    // Takes no memory while empty.
    boost::container::deque<AssertionResult> assertions_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::emulator::journal
