#include "engine/capacity/throughput.hpp"

#include <algorithm>

#include "engine/capacity/partition_count.hpp"

namespace stator::engine::capacity {
namespace {

// The maximum difference between the clocks of two threads that call this object.
constexpr std::int64_t kJitterMs = 1'000;

double fraction(double part, double whole) {
    return whole > 0 ? part / whole : 0;
}

ApiError refusal(Direction direction, const ChargedSource& source, ThrottleCause cause) {
    errors::ThrottledSource throttled;
    throttled.arn = source.arn;
    throttled.is_index = !source.index.empty();
    throttled.is_write = direction == Direction::Write;
    throttled.is_on_demand = source.limits.on_demand;
    return errors::throughput_exceeded(throttled, cause);
}

// True if the request has not yet been counted there.
template <class... Partition>
bool is_first(RefusalNotes* refusals, const ChargedSource& source, Partition... partition) {
    return refusals == nullptr || refusals->note(source.table, source.index, partition...);
}

DirectionFill fill_of(SourceThroughput& throughput, Direction direction, Instant now) {
    const Allowance allowance = throughput.allowance(direction, now);
    return {
        allowance.per_second,
        allowance.per_second * allowance.burst_seconds,
        throughput.level(direction, now),
        allowance.cause};
}

PartitionReport partition_report(PartitionId id, PartitionHeat& heat, Instant now) {
    return {
        .partition = id,
        .read = heat.units(Direction::Read, now),
        .write = heat.units(Direction::Write, now),
        .throttled = heat.throttled(),
        .would_throttle = heat.would_throttle(),
        .read_keys = heat.top_keys(Direction::Read),
        .write_keys = heat.top_keys(Direction::Write),
        .throttled_keys = heat.throttled_keys()};
}

}  // namespace

void Throughput::set_mode(ThrottleMode mode) {
    const MutexLock lock(mutex_);
    switch_to(mode, collects_heat());
}

void Throughput::set_heat(bool heat) {
    const MutexLock lock(mutex_);
    switch_to(this->mode(), heat);
}

void Throughput::switch_to(ThrottleMode mode, bool heat) {
    const bool is_watching = mode != ThrottleMode::Off || heat;
    if (mode != this->mode() || is_watching != this->is_watching()) {
        for (auto& [key, source] : sources_) {
            source.throughput = SourceThroughput(source.throughput.limits(), last_now_);
        }
        next_due_.store(kNever, std::memory_order_relaxed);
    }
    mode_.store(mode, std::memory_order_relaxed);
    heat_.store(heat, std::memory_order_relaxed);
    is_watching_.store(is_watching, std::memory_order_relaxed);
}

Result<void> Throughput::admit(
    Direction direction,
    const ChargedSource& source,
    PartitionId partition,
    Instant now,
    RefusalNotes* refusals
) {
    if (mode() == ThrottleMode::Off) return {};
    const MutexLock lock(mutex_);
    now = steady(now);
    Source& met = find(source, now);
    const auto cause = met.throughput.admit(direction, partition, now);
    note_due(met.throughput);
    if (!cause) return {};
    if (is_first(refusals, source, partition)) met.partitions[partition].note_throttled();
    if (is_first(refusals, source)) ++met.throttled;
    return refusal(direction, source, *cause);
}

void Throughput::note_throttled_key(
    const ChargedSource& source, const Charge& refused, Instant now
) {
    if (refused.key_text.empty()) return;
    const MutexLock lock(mutex_);
    find(source, steady(now))
        .partitions[refused.partition]
        .note_throttled_key(refused.key_text, refused.hash);
}

void Throughput::charge(
    Direction direction,
    const ChargedSource& source,
    const Charge& charge,
    Instant now,
    RefusalNotes* refusals
) {
    if (!is_watching() || charge.units <= 0) return;
    const MutexLock lock(mutex_);
    now = steady(now);
    Source& met = find(source, now);
    const Consumption consumption{charge.partition, charge.hash, charge.units};
    // In shadow mode no request was rejected, and requests that would have been consume nothing.
    const bool is_shadow = mode() == ThrottleMode::Off;
    if (is_shadow && met.throughput.admit(direction, charge.partition, now)) {
        if (is_first(refusals, source, charge.partition)) {
            met.partitions[charge.partition].note_would_throttle();
        }
        if (is_first(refusals, source)) ++met.would_throttle;
        if (!charge.key_text.empty()) {
            met.partitions[charge.partition].note_throttled_key(charge.key_text, charge.hash);
        }
    } else {
        met.throughput.charge(direction, consumption, now);
    }
    note_due(met.throughput);
    if (!collects_heat()) return;
    (direction == Direction::Read ? met.read : met.write).add(charge.units, now);
    met.partitions[charge.partition].charge(direction, consumption, charge.key_text, now);
}

void Throughput::set_limits(
    TableNumber table, std::string_view index, const ThroughputLimits& limits, Instant now
) {
    const MutexLock lock(mutex_);
    const auto found = sources_.find(KeyView(table, index));
    if (found != sources_.end()) found->second.throughput.set_limits(limits, steady(now));
}

void Throughput::forget(TableNumber table) {
    const MutexLock lock(mutex_);
    const auto first = sources_.lower_bound(KeyView(table, ""));
    auto last = first;
    while (last != sources_.end() && last->first.first == table) ++last;
    sources_.erase(first, last);
}

void Throughput::forget(TableNumber table, std::string_view index) {
    const MutexLock lock(mutex_);
    const auto found = sources_.find(KeyView(table, index));
    if (found != sources_.end()) sources_.erase(found);
}

void Throughput::forget_heat() {
    const MutexLock lock(mutex_);
    for (auto& [key, source] : sources_) {
        source.read = {};
        source.write = {};
        source.throttled = source.would_throttle = 0;
        source.partitions.clear();
    }
}

void Throughput::reset() {
    const MutexLock lock(mutex_);
    sources_.clear();
    last_now_ = {};
    next_due_.store(kNever, std::memory_order_relaxed);
}

std::vector<SplitAdvice> Throughput::advise_splits(Instant now) {
    const MutexLock lock(mutex_);
    next_due_.store(kNever, std::memory_order_relaxed);
    std::vector<SplitAdvice> advice;
    if (mode() == ThrottleMode::Off) return advice;
    now = steady(now);
    for (auto& [key, source] : sources_) {
        for (const HeatSplit& split : source.throughput.split_advice(now)) {
            advice.push_back({key.first, key.second, split.partition, split.hash});
        }
        note_due(source.throughput);
    }
    return advice;
}

std::vector<GrowthAdvice> Throughput::advise_growth(Instant now) {
    const MutexLock lock(mutex_);
    std::vector<GrowthAdvice> advice;
    if (mode() == ThrottleMode::Off) return advice;
    now = steady(now);
    for (auto& [key, source] : sources_) {
        SourceThroughput& throughput = source.throughput;
        if (!throughput.limits().on_demand) continue;
        const std::size_t partitions = partitions_on_demand(
            throughput.allowance(Direction::Read, now).per_second,
            throughput.allowance(Direction::Write, now).per_second
        );
        advice.push_back({key.first, key.second, partitions});
    }
    return advice;
}

void Throughput::note_split(TableNumber table, std::string_view index, const NotedSplit& split) {
    const MutexLock lock(mutex_);
    const auto found = sources_.find(KeyView(table, index));
    if (found == sources_.end()) return;
    Source& source = found->second;
    source.throughput.split(split.lower, split.upper);
    const auto lower = source.partitions.find(split.lower);
    if (lower != source.partitions.end()) {
        lower->second.split(split.hash, source.partitions[split.upper]);
    }
}

HeatReport Throughput::report(Instant now) {
    const MutexLock lock(mutex_);
    now = steady(now);
    HeatReport report{mode(), collects_heat(), {}};
    for (auto& [key, source] : sources_) {
        SourceReport& reported = report.sources.emplace_back();
        reported.table = key.first;
        reported.index = key.second;
        reported.table_name = source.table_name;
        reported.arn = source.arn;
        reported.read = source.read.heat(now);
        reported.write = source.write.heat(now);
        reported.throttled = source.throttled;
        reported.would_throttle = source.would_throttle;
        for (auto& [id, heat] : source.partitions) {
            PartitionReport partition = partition_report(id, heat, now);
            partition.read.share = fraction(partition.read.total, reported.read.total);
            partition.write.share = fraction(partition.write.total, reported.write.total);
            reported.partitions.push_back(std::move(partition));
        }
    }
    return report;
}

std::vector<SourceFill> Throughput::fills(Instant now) {
    const MutexLock lock(mutex_);
    now = steady(now);
    std::vector<SourceFill> fills;
    for (auto& [key, source] : sources_) {
        SourceFill& fill = fills.emplace_back();
        fill.table = key.first;
        fill.index = key.second;
        fill.table_name = source.table_name;
        fill.arn = source.arn;
        fill.limits = source.throughput.limits();
        fill.read = fill_of(source.throughput, Direction::Read, now);
        fill.write = fill_of(source.throughput, Direction::Write, now);
    }
    return fills;
}

Throughput::Source& Throughput::find(const ChargedSource& source, Instant now) {
    const auto found = sources_.find(KeyView(source.table, source.index));
    if (found != sources_.end()) {
        found->second.throughput.set_limits(source.limits, now);
        return found->second;
    }
    Source fresh{
        .table_name = std::string(source.table_name),
        .arn = std::string(source.arn),
        .throughput = SourceThroughput(source.limits, now),
        .read = {},
        .write = {},
        .throttled = 0,
        .would_throttle = 0,
        .partitions = {}};
    return sources_.emplace(Key(source.table, source.index), std::move(fresh)).first->second;
}

Instant Throughput::steady(Instant now) {
    const bool is_jitter = now < last_now_ && last_now_ - now <= kJitterMs;
    if (!is_jitter) last_now_ = now;
    return last_now_;
}

void Throughput::note_due(const SourceThroughput& throughput) {
    if (mode() == ThrottleMode::Off) return;
    const Instant due = std::min(next_due(), throughput.next_due());
    next_due_.store(due, std::memory_order_relaxed);
}

}  // namespace stator::engine::capacity
