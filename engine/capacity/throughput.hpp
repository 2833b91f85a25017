// Throughput: decides which requests are throttled, and keeps the heat report. The single object
// that reads and writes use for capacity.
//
//     if (throughput.is_watching()) STATOR_CHECK(throughput.admit(direction, source, id, now));
//     … the request reads or writes …
//     if (throughput.is_watching()) throughput.charge(direction, source, consumed, now);
//
// A write is admitted by its table and by every global index that it changes. If an index rejects
// it, the write is rejected. This is how a DynamoDB index throttles its table.
//
// While throttling is off and heat is collected, no request is rejected, but the same buckets run
// in shadow: a request that would have been rejected is counted, and consumes nothing from them.
//
// Thread-safe. Its own mutex is the last in the lock order: it calls no other code while holding
// it. Callers may hold partition locks. While neither throttling nor heat is on, the cost is one
// relaxed load.
#pragma once

#include <atomic>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/base/deadlines.hpp"
#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/mutex.hpp"
#include "engine/capacity/partition_heat.hpp"
#include "engine/capacity/refusal_notes.hpp"
#include "engine/capacity/source_throughput.hpp"
#include "protocol/base/result.hpp"

namespace stator::engine::capacity {

enum class ThrottleMode : unsigned char { Off, Aws };

// One table (index "") or one global index, with its limits.
struct ChargedSource {
    TableNumber table;
    std::string_view table_name;
    std::string_view index;
    std::string_view arn;  // of the table or of the index
    ThroughputLimits limits;
};

// Units consumed in one partition, and the text of the partition key that consumed them.
struct Charge {
    PartitionId partition;
    std::uint64_t hash = 0;
    std::string_view key_text = {};
    double units = 0;
};

// Advice to split a partition; `hash` is the first hash of its upper half.
struct SplitAdvice {
    TableNumber table;
    std::string index;
    PartitionId partition;
    std::uint64_t hash = 0;
};

// Advice to have at least `partitions` partitions, for the source's current throughput.
struct GrowthAdvice {
    TableNumber table;
    std::string index;
    std::size_t partitions = 0;
};

// A partition that has split.
struct NotedSplit {
    PartitionId lower;
    PartitionId upper;
    std::uint64_t hash = 0;  // the first hash of the upper half
};

struct PartitionReport {
    PartitionId partition;
    UnitsHeat read;
    UnitsHeat write;
    std::int64_t throttled = 0;       // requests rejected
    std::int64_t would_throttle = 0;  // requests served that DynamoDB would have rejected
    std::vector<KeyHeat> read_keys;
    std::vector<KeyHeat> write_keys;
    // Keys by the number of requests rejected, or that DynamoDB would have rejected.
    std::vector<KeyHeat> throttled_keys = {};
};

struct SourceReport {
    TableNumber table;
    std::string table_name;
    std::string index;
    std::string arn;
    UnitsHeat read;
    UnitsHeat write;
    // Requests, each of which may count in several partitions.
    std::int64_t throttled = 0;
    std::int64_t would_throttle = 0;
    std::vector<PartitionReport> partitions;  // by ascending id
};

// By table and index.
struct HeatReport {
    ThrottleMode mode = ThrottleMode::Off;
    bool heat = false;
    std::vector<SourceReport> sources;
};

// The state of a source's bucket.
struct DirectionFill {
    double per_second = 0;
    double capacity = 0;
    double level = 0;  // negative for a debt
    ThrottleCause cause = ThrottleCause::Provisioned;
};

struct SourceFill {
    TableNumber table;
    std::string table_name;
    std::string index;
    std::string arn;
    ThroughputLimits limits;
    DirectionFill read;
    DirectionFill write;
};

class Throughput {
public:
    Throughput() = default;
    Throughput(const Throughput&) = delete;
    Throughput& operator=(const Throughput&) = delete;

    // True if admit() and charge() have an effect.
    bool is_watching() const { return is_watching_.load(std::memory_order_relaxed); }

    ThrottleMode mode() const { return mode_.load(std::memory_order_relaxed); }

    bool collects_heat() const { return heat_.load(std::memory_order_relaxed); }

    // Changing the mode fills all buckets. The heat report is kept.
    void set_mode(ThrottleMode mode);

    // Collected heat is kept until forget_heat().
    void set_heat(bool heat);

    // Error: the exception with which DynamoDB throttles. Never while throttling is off. `refusals`
    // belongs to the request: with it, a request that calls several times counts once. Null counts
    // every call.
    Result<void> admit(
        Direction direction,
        const ChargedSource& source,
        PartitionId partition,
        Instant now,
        RefusalNotes* refusals = nullptr
    );

    // Counts the request that admit() rejected for its key; `key_text` creates the key's text. If
    // heat is not collected, does nothing and does not call `key_text`.
    template <class KeyText>
    void note_refused_key(
        const ChargedSource& source, Charge refused, Instant now, const KeyText& key_text
    ) {
        if (!collects_heat()) return;
        const std::string text = key_text();
        refused.key_text = text;
        note_throttled_key(source, refused, now);
    }

    // Counts the consumption of a request; `refusals` as for admit().
    void charge(
        Direction direction,
        const ChargedSource& source,
        const Charge& charge,
        Instant now,
        RefusalNotes* refusals = nullptr
    );

    // Updates the limits of a table (index "") or of a global index. No effect if they are
    // unchanged, or if the source is unused.
    void set_limits(
        TableNumber table, std::string_view index, const ThroughputLimits& limits, Instant now
    );

    // Call when the table and its indexes have been deleted.
    void forget(TableNumber table);

    // Call when the index has been deleted.
    void forget(TableNumber table, std::string_view index);

    // Clears only the heat report.
    void forget_heat();

    // Clears everything measured: all buckets are full again. Settings stay.
    void reset();

    // The partitions that should split for heat. Empty while throttling is off. The caller splits
    // those it can, and confirms with note_split(). A table with a local index also splits: only
    // the item collection of one key is never divided.
    std::vector<SplitAdvice> advise_splits(Instant now);

    // The partitions that on-demand tables and indexes need now to serve their throughput. Empty
    // while throttling is off. Confirm each split with note_split().
    std::vector<GrowthAdvice> advise_growth(Instant now);

    // Both halves start with full buckets.
    void note_split(TableNumber table, std::string_view index, const NotedSplit& split);

    // When to request advice next. kNever if no partition is hot and no peak is about to count.
    // Takes no lock.
    Instant next_due() const { return next_due_.load(std::memory_order_relaxed); }

    // The traffic since the report was last reset.
    HeatReport report(Instant now);

    // Every source that was used while throttling or heat was on.
    std::vector<SourceFill> fills(Instant now);

private:
    using Key = std::pair<TableNumber, std::string>;
    using KeyView = std::pair<TableNumber, std::string_view>;

    // Lets a source be looked up without copying its index's name.
    struct KeyOrder {
        using is_transparent = void;

        template <class Left, class Right>
        bool operator()(const Left& left, const Right& right) const {
            if (left.first != right.first) return left.first < right.first;
            return std::string_view(left.second) < std::string_view(right.second);
        }
    };

    struct Source {
        std::string table_name;
        std::string arn;
        SourceThroughput throughput;
        UnitsWindow read;
        UnitsWindow write;
        std::int64_t throttled = 0;
        std::int64_t would_throttle = 0;
        std::map<PartitionId, PartitionHeat> partitions;
    };

    using Sources = std::map<Key, Source, KeyOrder>;

    void note_throttled_key(const ChargedSource& source, const Charge& refused, Instant now);
    Source& find(const ChargedSource& source, Instant now) STATOR_REQUIRES(mutex_);
    // The time, without the small steps back that occur when threads overtake each other.
    Instant steady(Instant now) STATOR_REQUIRES(mutex_);
    // Notes when that source will have advice, if throttling is on.
    void note_due(const SourceThroughput& throughput) STATOR_REQUIRES(mutex_);
    void switch_to(ThrottleMode mode, bool heat) STATOR_REQUIRES(mutex_);

    Mutex mutex_;
    std::atomic<ThrottleMode> mode_ = ThrottleMode::Off;
    std::atomic<bool> heat_ = false;
    std::atomic<bool> is_watching_ = false;
    std::atomic<Instant> next_due_ = kNever;
    Instant last_now_ STATOR_GUARDED_BY(mutex_);
    Sources sources_ STATOR_GUARDED_BY(mutex_);
};

}  // namespace stator::engine::capacity
