#include "engine/capacity/source_throughput.hpp"

#include <algorithm>
#include <cmath>

#include "engine/base/seeded_random.hpp"
#include "protocol/base/limits.hpp"

namespace stator::engine::capacity {
namespace {

constexpr std::int64_t kMinuteMs = 60'000;
// Throughput that DynamoDB grants by itself does not accumulate.
constexpr double kNoBurstSeconds = 1;
// The sample size of a minute's traffic, for finding its middle.
constexpr std::size_t kSamples = 256;

std::int64_t floored(Instant now, std::int64_t length_ms) {
    const std::int64_t quotient = now.unix_ms() / length_ms;
    return now.unix_ms() % length_ms < 0 ? quotient - 1 : quotient;
}

double partition_units(Direction direction) {
    return direction == Direction::Read ? kPartitionReadUnits : kPartitionWriteUnits;
}

double provisioned_units(const ThroughputLimits& limits, Direction direction) {
    return direction == Direction::Read ? limits.read_units : limits.write_units;
}

// The throughput that an on-demand source serves immediately, regardless of earlier traffic.
double initial_units(const ThroughputLimits& limits, Direction direction) {
    const bool is_read = direction == Direction::Read;
    const std::int64_t least =
        is_read ? protocol::kInitialOnDemandReads : protocol::kInitialOnDemandWrites;
    return std::max(static_cast<double>(least), is_read ? limits.warm_read : limits.warm_write);
}

Allowance on_demand_allowance(
    const ThroughputLimits& limits, Direction direction, double previous_peak
) {
    const auto quota = static_cast<double>(protocol::kMaxTableCapacityUnits);
    Allowance allowance{
        std::max(initial_units(limits, direction), 2 * previous_peak),
        kNoBurstSeconds,
        ThrottleCause::KeyRange};
    if (allowance.per_second >= quota) {
        allowance = {quota, kNoBurstSeconds, ThrottleCause::Account};
    }
    const std::optional<double>& most =
        direction == Direction::Read ? limits.max_read : limits.max_write;
    if (most && *most <= allowance.per_second) {
        allowance = {*most, kBurstSeconds, ThrottleCause::MaxOnDemand};
    }
    return allowance;
}

}  // namespace

void PeakTraffic::add(double units, double most, Instant now) {
    const std::int64_t second = floored(now, 1'000);
    if (second != second_) second_units_ = 0;
    second_ = second;
    second_units_ += units;
    const double peak = std::min(second_units_, most);
    settled(now);
    // A peak in the future is from before the clock was set back.
    for (Peak& recent : recent_) recent.at = std::min(recent.at, now);
    if (recent_.empty() || now - recent_.back().at >= kMinuteMs) {
        recent_.push_back({peak, now});
    } else if (peak > recent_.back().units) {
        recent_.back().units = peak;
    }
}

double PeakTraffic::settled(Instant now) {
    while (!recent_.empty() && now - recent_.front().at >= kPeakSettlesMs) {
        raise(recent_.front().units);
        recent_.pop_front();
    }
    return settled_;
}

Instant PeakTraffic::due(double served) const {
    for (const Peak& peak : recent_) {
        if (2 * peak.units > served) return peak.at + kPeakSettlesMs;
    }
    return kNever;
}

void PeakTraffic::raise(double units) {
    settled_ = std::max(settled_, units);
}

void PartitionTraffic::add(Direction direction, const Consumption& consumption, Instant now) {
    roll(now);
    units_[static_cast<std::size_t>(direction)] += consumption.units;
    keep(consumption);
}

void PartitionTraffic::note_throttled(Instant now) {
    roll(now);
    throttled_ = true;
}

std::optional<std::uint64_t> PartitionTraffic::take_split(Instant now) {
    roll(now);
    std::optional<std::uint64_t> split;
    split.swap(split_);
    return split;
}

Instant PartitionTraffic::due() const {
    if (split_) return Instant(minute_ * kMinuteMs);
    const bool is_due = is_hot() && hot_minutes_ + 1 >= kHotMinutes;
    return is_due ? Instant((minute_ + 1) * kMinuteMs) : kNever;
}

void PartitionTraffic::roll(Instant now) {
    const std::int64_t minute = floored(now, kMinuteMs);
    if (minute == minute_) return;
    close_minute();
    // Minutes without traffic came in between, or the clock was set back.
    if (minute != minute_ + 1) hot_minutes_ = 0;
    minute_ = minute;
    units_ = {};
    throttled_ = false;
    samples_.clear();
    sampled_from_ = 0;
}

void PartitionTraffic::close_minute() {
    hot_minutes_ = is_hot() ? hot_minutes_ + 1 : 0;
    if (hot_minutes_ < kHotMinutes) return;
    split_ = middle();
    hot_minutes_ = 0;
}

// Reservoir sampling: consumption number n enters the sample with probability kSamples / n, so that
// all consumption of the minute is equally likely to be in it. A fixed stride would miss some keys
// if keys are used in turn.
void PartitionTraffic::keep(const Consumption& consumption) {
    const Sample sample{consumption.hash, consumption.units};
    const std::uint64_t ordinal = sampled_from_++;
    if (samples_.size() < kSamples) {
        samples_.push_back(sample);
        return;
    }
    const std::uint64_t place = mix(ordinal) % (ordinal + 1);
    if (place < kSamples) samples_[place] = sample;
}

bool PartitionTraffic::is_hot() const {
    constexpr double kPart = kHotFraction * 60;
    return throttled_ || units_[0] > kPart * kPartitionReadUnits ||
           units_[1] > kPart * kPartitionWriteUnits;
}

// The hash that divides the sampled traffic most evenly. A key is never divided, so the first one
// cannot be a boundary.
std::optional<std::uint64_t> PartitionTraffic::middle() const {
    std::map<std::uint64_t, double> units_of;
    double total = 0;
    for (const Sample& sample : samples_) {
        units_of[sample.hash] += sample.units;
        total += sample.units;
    }
    std::optional<std::uint64_t> best;
    double best_difference = 0;
    double below = 0;
    for (const auto& [hash, units] : units_of) {
        const double difference = std::abs(total - 2 * below);
        const bool is_first = hash == units_of.begin()->first;
        if (!is_first && (!best || difference < best_difference)) {
            best = hash;
            best_difference = difference;
        }
        below += units;
    }
    return best;
}

SourceThroughput::SourceThroughput(const ThroughputLimits& limits, Instant now)
    : limits_(limits),
      directions_{
          DirectionState{{0, kBurstSeconds, now}, {}},
          DirectionState{{0, kBurstSeconds, now}, {}}} {
    fill_buckets(now);
}

void SourceThroughput::set_limits(const ThroughputLimits& limits, Instant now) {
    if (limits == limits_) return;
    if (limits.on_demand && !limits_.on_demand) {
        for (const Direction direction : {Direction::Read, Direction::Write}) {
            directions_[slot(direction)].peak.raise(provisioned_units(limits_, direction) / 2);
        }
    }
    const bool is_switch = limits.on_demand != limits_.on_demand;
    limits_ = limits;
    if (is_switch) {
        partitions_.clear();
        fill_buckets(now);
        return;
    }
    for (const Direction direction : {Direction::Read, Direction::Write}) {
        refreshed(direction, allowance(direction, now), now);
    }
}

void SourceThroughput::fill_buckets(Instant now) {
    for (const Direction direction : {Direction::Read, Direction::Write}) {
        const Allowance allowed = allowance(direction, now);
        directions_[slot(direction)].bucket =
            TokenBucket(allowed.per_second, allowed.burst_seconds, now);
    }
}

std::optional<ThrottleCause> SourceThroughput::admit(
    Direction direction, PartitionId partition_id, Instant now
) {
    const Allowance allowed = allowance(direction, now);
    if (!refreshed(direction, allowed, now).bucket.has_tokens(now)) return allowed.cause;
    PartitionState& state = partition(partition_id, now);
    if (state.buckets[slot(direction)].has_tokens(now)) return std::nullopt;
    state.traffic.note_throttled(now);
    note_due(state.traffic);
    return ThrottleCause::KeyRange;
}

void SourceThroughput::charge(Direction direction, const Consumption& consumption, Instant now) {
    const Allowance allowed = allowance(direction, now);
    DirectionState& whole = refreshed(direction, allowed, now);
    whole.bucket.take(consumption.units, now);
    whole.peak.add(consumption.units, allowed.per_second, now);
    if (limits_.on_demand) note_growth(whole.peak, allowed.per_second);
    PartitionState& state = partition(consumption.partition, now);
    state.buckets[slot(direction)].take(consumption.units, now);
    state.traffic.add(direction, consumption, now);
    note_due(state.traffic);
}

std::vector<HeatSplit> SourceThroughput::split_advice(Instant now) {
    std::vector<HeatSplit> splits;
    next_due_ = kNever;
    for (auto& [id, state] : partitions_) {
        if (const auto hash = state.traffic.take_split(now)) splits.push_back({id, *hash});
        note_due(state.traffic);
    }
    for (const Direction direction : {Direction::Read, Direction::Write}) {
        if (!limits_.on_demand) break;
        note_growth(directions_[slot(direction)].peak, allowance(direction, now).per_second);
    }
    return splits;
}

void SourceThroughput::split(PartitionId lower, PartitionId upper) {
    partitions_.erase(lower);
    partitions_.erase(upper);
}

Allowance SourceThroughput::allowance(Direction direction, Instant now) {
    if (limits_.on_demand) {
        const double previous_peak = directions_[slot(direction)].peak.settled(now);
        return on_demand_allowance(limits_, direction, previous_peak);
    }
    return {provisioned_units(limits_, direction), kBurstSeconds, ThrottleCause::Provisioned};
}

double SourceThroughput::level(Direction direction, Instant now) {
    return refreshed(direction, allowance(direction, now), now).bucket.level(now);
}

SourceThroughput::DirectionState& SourceThroughput::refreshed(
    Direction direction, const Allowance& allowance, Instant now
) {
    DirectionState& state = directions_[slot(direction)];
    const double capacity = allowance.per_second * allowance.burst_seconds;
    if (allowance.per_second != state.bucket.per_second() || capacity != state.bucket.capacity()) {
        state.bucket.set_rate(allowance.per_second, allowance.burst_seconds, now);
    }
    return state;
}

SourceThroughput::PartitionState& SourceThroughput::partition(PartitionId id, Instant now) {
    const auto full = [now](Direction direction) {
        return TokenBucket(partition_units(direction), kNoBurstSeconds, now);
    };
    const auto found = partitions_.find(id);
    if (found != partitions_.end()) return found->second;
    PartitionState fresh{{full(Direction::Read), full(Direction::Write)}, {}};
    return partitions_.emplace(id, std::move(fresh)).first->second;
}

void SourceThroughput::note_due(const PartitionTraffic& traffic) {
    next_due_ = std::min(next_due_, traffic.due());
}

// Ignores limits of the account and of OnDemandThroughput, which are checked when advice is
// requested.
void SourceThroughput::note_growth(const PeakTraffic& peak, double served) {
    next_due_ = std::min(next_due_, peak.due(served));
}

}  // namespace stator::engine::capacity
