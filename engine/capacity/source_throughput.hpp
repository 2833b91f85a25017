// SourceThroughput: the throughput of one table or one global index, and which of its partitions
// should split.
//
// A request passes two buckets: one for the whole source and one for its partition. The source's
// units are not divided among partitions, so a busy partition may use everything the source has, up
// to the limit of a partition. DynamoDB's adaptive capacity amounts to the same.
//
//   the source    provisioned, or an OnDemandThroughput   the units given, 300 s of them kept
//                 on demand                                twice the previous peak, 1 s kept
//                 on demand, the account's quota           40,000 units, 1 s kept
//   a partition   always                                   3,000 reads, 1,000 writes, 1 s kept
//
// A value guarded by its owner; not thread-safe. Deterministic.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <optional>
#include <vector>

#include "engine/base/deadlines.hpp"
#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/capacity/token_bucket.hpp"
#include "protocol/errors/throttling.hpp"

namespace stator::engine::capacity {

enum class Direction : unsigned char { Read, Write };

using ThrottleCause = errors::ThroughputLimit;

// The number of seconds for which unused throughput accumulates. AWS: five minutes. [doc
// developerguide/burst-adaptive-capacity]
inline constexpr double kBurstSeconds = 300;
// The throughput of one partition, regardless of the table's. [doc
// developerguide/bp-partition-key-design]
inline constexpr double kPartitionReadUnits = 3'000;
inline constexpr double kPartitionWriteUnits = 1'000;
// A peak counts as the previous one once it is this old. AWS: within this time traffic may double.
// [doc developerguide/on-demand-capacity-mode]
inline constexpr std::int64_t kPeakSettlesMs = 30LL * 60'000;
// A partition splits for heat after this many consecutive clock minutes in each of which it was
// throttled, or used more than this share of a partition's limit. AWS does not publish its numbers.
inline constexpr int kHotMinutes = 2;
inline constexpr double kHotFraction = 0.7;

// The limits in a table description for one source.
struct ThroughputLimits {
    bool on_demand = false;
    // Units per second of a provisioned source.
    double read_units = 0;
    double write_units = 0;
    // The OnDemandThroughput of an on-demand source.
    std::optional<double> max_read = std::nullopt;
    std::optional<double> max_write = std::nullopt;
    // The WarmThroughput of an on-demand source.
    double warm_read = 0;
    double warm_write = 0;

    friend bool operator==(const ThroughputLimits&, const ThroughputLimits&) = default;
};

// One recorded consumption.
struct Consumption {
    PartitionId partition;
    std::uint64_t hash = 0;  // of the partition key
    double units = 0;
};

// The throughput of a source in one direction, and the error that is returned when it is used up.
struct Allowance {
    double per_second = 0;
    double burst_seconds = 0;
    ThrottleCause cause = ThrottleCause::Provisioned;
};

// Advice to split a partition; `hash` is the first hash of its upper half.
struct HeatSplit {
    PartitionId partition;
    std::uint64_t hash = 0;
};

// The highest consumption in one second. A new peak counts as a peak immediately, but makes room
// for twice as much only after it has settled.
class PeakTraffic {
public:
    // Counts at most `most` units per second, because anything above that came from the burst.
    void add(double units, double most, Instant now);

    // The highest peak that is old enough.
    double settled(Instant now);

    // When a peak settles that makes room for more than `served`, or kNever.
    Instant due(double served) const;

    // Raises the settled peak to at least this value.
    void raise(double units);

private:
    struct Peak {
        double units = 0;
        Instant at;
    };

    double second_units_ = 0;
    std::int64_t second_ = 0;
    double settled_ = 0;
    std::deque<Peak> recent_;  // at most one per minute
};

// Determines whether a partition is hot, and at which hash its traffic divides in half. Keeps a
// random sample of the current minute's consumption.
class PartitionTraffic {
public:
    void add(Direction direction, const Consumption& consumption, Instant now);
    void note_throttled(Instant now);

    // The hash at which to split; returned once. nullopt if the partition is not hot, or if a split
    // would not help because one key has all the traffic.
    std::optional<std::uint64_t> take_split(Instant now);

    // When take_split() may next return a hash, possibly in the past. kNever if the partition is
    // not hot.
    Instant due() const;

private:
    struct Sample {
        std::uint64_t hash = 0;
        double units = 0;
    };

    void roll(Instant now);
    void close_minute();
    void keep(const Consumption& consumption);
    bool is_hot() const;
    std::optional<std::uint64_t> middle() const;

    std::int64_t minute_ = std::numeric_limits<std::int64_t>::min();
    std::array<double, 2> units_{};
    bool throttled_ = false;
    std::uint64_t sampled_from_ = 0;
    std::vector<Sample> samples_;
    int hot_minutes_ = 0;  // consecutive, before the current one
    std::optional<std::uint64_t> split_;
};

class SourceThroughput {
public:
    SourceThroughput(const ThroughputLimits& limits, Instant now);

    // No effect if the limits are unchanged. Another billing mode fills all buckets and cancels
    // debts. A source that becomes on-demand starts with the peak that corresponds to its former
    // units, so that its traffic can continue.
    void set_limits(const ThroughputLimits& limits, Instant now);

    const ThroughputLimits& limits() const { return limits_; }

    // Returns the reason to reject a request that reads or writes in that partition, or nullopt.
    std::optional<ThrottleCause> admit(Direction direction, PartitionId partition, Instant now);

    // Counts the consumption of an admitted request.
    void charge(Direction direction, const Consumption& consumption, Instant now);

    // The partitions that should split now. Each is returned once; if it does not split, it is
    // returned again after it has been hot for the same time again.
    std::vector<HeatSplit> split_advice(Instant now);

    // Call when the partition was split; both halves start with full buckets.
    void split(PartitionId lower, PartitionId upper);

    // When to call split_advice() next, or when the source's throughput may increase. kNever if
    // neither is expected.
    Instant next_due() const { return next_due_; }

    Allowance allowance(Direction direction, Instant now);

    // The level of the source's bucket.
    double level(Direction direction, Instant now);

private:
    struct PartitionState {
        std::array<TokenBucket, 2> buckets;
        PartitionTraffic traffic;
    };

    struct DirectionState {
        TokenBucket bucket;
        PeakTraffic peak;
    };

    static std::size_t slot(Direction direction) { return static_cast<std::size_t>(direction); }

    // Updates the state to the current rate.
    DirectionState& refreshed(Direction direction, const Allowance& allowance, Instant now);
    PartitionState& partition(PartitionId id, Instant now);
    void note_due(const PartitionTraffic& traffic);
    void note_growth(const PeakTraffic& peak, double served);
    void fill_buckets(Instant now);

    ThroughputLimits limits_;
    std::array<DirectionState, 2> directions_;
    std::map<PartitionId, PartitionState> partitions_;
    Instant next_due_ = kNever;
};

}  // namespace stator::engine::capacity
