#include "engine/consistency/consistency.hpp"

#include <algorithm>
#include <utility>

namespace stator::engine::consistency {
namespace {

bool looks_back(const LagPolicy& policy) {
    return policy.mode != ReadMode::Latest && !policy.lag.is_zero();
}

bool looks_back(const LagSettings& settings) {
    return looks_back(settings.tables) || looks_back(settings.indexes) ||
           std::any_of(settings.rules.begin(), settings.rules.end(), [](const LagRule& rule) {
               return looks_back(rule.policy);
           });
}

}  // namespace

void Consistency::reseed(std::uint64_t seed) {
    const MutexLock lock(mutex_);
    seed_ = seed;
}

void Consistency::restart() {
    const MutexLock lock(mutex_);
    sources_.clear();
    last_sequence_.store(0);
    timeline_.restart({});
    transactions_.clear();
    latest_now_ = kBeforeAll;
    left_.reset();
    connections_.clear();
    refresh_lags();
}

storage::ReadPoint Consistency::open_read(const ReadSource& source, const ReadMoment& moment) {
    const MutexLock lock(mutex_);
    const TimelineView now = view(moment.now);
    ReplicaSet& known = replicas_of(source);
    std::optional<ReplicaSet> looked_at;
    if (moment.is_observer) looked_at = known;
    ReplicaSet& replicas = looked_at ? *looked_at : known;
    const bool needs_connection = replicas.distinguishes_connections() && !moment.is_observer;
    const std::uint64_t ordinal = needs_connection ? connections_.of(moment.connection) : 0;
    storage::ReadPoint point{replicas.read(now, ordinal)};
    if (moment.several) {
        point =
            part_of_transaction(replicas, source, point.sequence, *moment.several).value_or(point);
    }
    open_reads_.insert(point.sequence);
    return point;
}

storage::ReadPoint Consistency::open_strong_read(
    const ReadSource& source, SequenceNumber begun, const schema::HashRange& hashes
) {
    const MutexLock lock(mutex_);
    if (settings_.policy_of(source).mode != ReadMode::OldestLegal) return {};
    const auto point = part_of_transaction(replicas_of(source), source, begun, hashes);
    if (!point) return {};
    open_reads_.insert(point->sequence);
    return *point;
}

// Applies to half of the reads, so that the oldest state is seen as well.
std::optional<storage::ReadPoint> Consistency::part_of_transaction(
    ReplicaSet& replicas,
    const ReadSource& source,
    SequenceNumber from,
    const schema::HashRange& hashes
) {
    if (!replicas.shows_parts()) return std::nullopt;
    const std::uint64_t bits = replicas.draw();
    if ((bits & 1U) != 0) return std::nullopt;
    ReadScope scope{source.table, {}};
    // The order of an index differs from that of its table's items.
    if (source.index.empty()) scope.hashes = hashes;
    return transactions_.part_of_next(from, scope, bits >> 1U);
}

void Consistency::note_transaction(SequenceNumber sequence, std::vector<TransactionPart> parts) {
    if (parts.size() < 2) return;
    const MutexLock lock(mutex_);
    transactions_.note(sequence, std::move(parts));
}

void Consistency::close_read(const storage::ReadPoint& point) {
    const MutexLock lock(mutex_);
    const auto found = open_reads_.find(point.sequence);
    if (found != open_reads_.end()) open_reads_.erase(found);
}

void Consistency::note_commit(SequenceNumber sequence, Instant now) {
    const MutexLock lock(mutex_);
    timeline_.note(sequence, believed(now));
}

// A request may have begun before the clock was set back. Its time is then far ahead of all others,
// but not beyond the latest time before the clock was set back.
Instant Consistency::believed(Instant now) const {
    constexpr std::int64_t kFarMs = 60'000;
    const bool is_far = left_ && now > latest_now_ + kFarMs;
    return is_far && now <= *left_ ? latest_now_ : now;
}

TimelineView Consistency::view(Instant now) {
    latest_now_ = std::max(latest_now_, believed(now));
    return {timeline_, latest_now_, last_sequence()};
}

void Consistency::restart_clock(Instant now) {
    const MutexLock lock(mutex_);
    if (now >= latest_now_) {
        left_.reset();
        return;
    }
    left_ = std::max(left_.value_or(latest_now_), latest_now_);
    latest_now_ = now;
    // All existing commits count as older than any time.
    timeline_.restart(last_sequence());
    transactions_.clear();
    for (auto& [key, source] : sources_) source.go_back_to(now);
}

SourceReplicas& Consistency::replicas_of_source(const ReadSource& source) {
    auto key = SourceKey(source.table, source.index);
    const auto found = sources_.find(key);
    if (found != sources_.end()) return found->second;
    return sources_.emplace(std::move(key), SourceReplicas(source, seed_)).first->second;
}

ReplicaSet& Consistency::replicas_of(const ReadSource& source) {
    const LagPolicy& policy = settings_.policy_of(source);
    const bool lags = policy.mode != ReadMode::Latest;
    // If no time is known yet, no commit is before the oldest point.
    const Instant oldest =
        latest_now_ == kBeforeAll ? kBeforeAll : latest_now_ - policy.lag.most_ms();
    const SequenceNumber start = lags ? timeline_.at(oldest) : last_sequence();
    return replicas_of_source(source).of(source.partition, [&](std::uint64_t seed) {
        return ReplicaSet(policy, seed, start);
    });
}

Consistency::Pin Consistency::pin() {
    const MutexLock lock(mutex_);
    has_kept_.store(true);
    ++pin_count_;
    // After this, writers keep history. Versions replaced earlier are not needed at this read
    // point, which is the last commit stamped so far.
    Pin pin{++last_pin_, {}};
    pin.point.sequence = last_sequence();
    pins_.emplace(pin.id, pin.point);
    return pin;
}

void Consistency::release(std::uint64_t pin_id) {
    const MutexLock lock(mutex_);
    if (pins_.erase(pin_id) != 0) --pin_count_;
}

LagSettings Consistency::settings() const {
    const MutexLock lock(mutex_);
    return settings_;
}

void Consistency::set_settings(LagSettings settings) {
    const MutexLock lock(mutex_);
    settings_ = std::move(settings);
    apply_settings();
}

void Consistency::change_settings(const std::function<void(LagSettings&)>& change) {
    const MutexLock lock(mutex_);
    change(settings_);
    apply_settings();
}

void Consistency::apply_settings() {
    for (auto& [key, source] : sources_) {
        source.set_policy(settings_.policy_of(source.source(key.first, key.second)));
    }
    refresh_lags();
}

// Once lag begins, the timeline distinguishes commits by time. A commit that was stamped before lag
// was visible to its writer is not after the restart's base.
void Consistency::start_lagging() {
    has_kept_.store(true);
    lags_.store(true);
    timeline_.restart(last_sequence());
    transactions_.clear();
}

void Consistency::refresh_lags() {
    const bool held = std::any_of(sources_.begin(), sources_.end(), [](const auto& entry) {
        return entry.second.is_held();
    });
    const bool lags = held || looks_back(settings_);
    if (lags && !lags_.load()) start_lagging();
    if (!lags) lags_.store(false);
}

void Consistency::handle(
    Handling handling,
    const ReadSource& source,
    const HandledReplicas& which,
    const ReadMoment& moment,
    std::int64_t milliseconds
) {
    const MutexLock lock(mutex_);
    // Before the replicas are held: no commit in between may lose the version it replaces.
    if (!lags_.load()) start_lagging();
    view(moment.now);
    // Creates all replica sets before changing any, so that none inherits a change that is not
    // meant for it.
    std::vector<ReplicaSet*> handled;
    for (const SourcePartition& partition : which.partitions) {
        ReadSource one = source;
        one.partition = partition;
        ReplicaSet& replicas = replicas_of(one);
        if (!which.only || *which.only == partition.id) handled.push_back(&replicas);
    }
    for (ReplicaSet* const replicas : handled) {
        handle(handling, *replicas, which.replica, milliseconds);
    }
    refresh_lags();
}

void Consistency::handle(
    Handling handling, ReplicaSet& replicas, ReplicaSet::Which replica, std::int64_t milliseconds
) {
    const TimelineView now{timeline_, latest_now_, last_sequence()};
    switch (handling) {
        case Handling::Pause: return replicas.pause(now, replica);
        case Handling::Resume: return replicas.resume(replica);
        case Handling::Pin: return replicas.pin(now, replica);
        case Handling::Unpin: return replicas.unpin(replica);
        case Handling::Drain: return replicas.drain(now, replica);
        case Handling::Advance: return replicas.advance(now, replica, milliseconds);
    }
}

std::vector<ReplicaReport> Consistency::report(Instant now) const {
    const MutexLock lock(mutex_);
    const TimelineView seen{timeline_, std::max(latest_now_, believed(now)), last_sequence()};
    std::vector<ReplicaReport> report;
    for (const auto& [key, source] : sources_) {
        const ReadSource name = source.source(key.first, key.second);
        report.push_back(
            {key.first,
             std::string(name.universe),
             std::string(name.table_name),
             key.second,
             std::string(name.region),
             source.policy(),
             source.report(seen)}
        );
    }
    return report;
}

void Consistency::forget(TableNumber table) {
    const MutexLock lock(mutex_);
    std::erase_if(sources_, [&](const auto& entry) { return entry.first.first == table; });
    refresh_lags();
}

void Consistency::forget(TableNumber table, std::string_view index) {
    const MutexLock lock(mutex_);
    sources_.erase(SourceKey(table, index));
    refresh_lags();
}

std::int64_t Consistency::longest_lag_ms() const {
    std::int64_t longest =
        std::max(settings_.tables.lag.most_ms(), settings_.indexes.lag.most_ms());
    for (const LagRule& rule : settings_.rules) {
        longest = std::max(longest, rule.policy.lag.most_ms());
    }
    return longest;
}

storage::ReadPoint Consistency::horizon(Instant now) {
    const MutexLock lock(mutex_);
    storage::ReadPoint oldest;
    if (lags_.load()) oldest.sequence = view(now).timeline.at(now - longest_lag_ms());
    for (const auto& [key, source] : sources_) {
        const auto held = source.held_at();
        if (held) oldest.sequence = std::min(oldest.sequence, *held);
    }
    for (const auto& [id, point] : pins_) {
        oldest.sequence = std::min(oldest.sequence, point.sequence);
    }
    if (!open_reads_.empty()) oldest.sequence = std::min(oldest.sequence, *open_reads_.begin());
    timeline_.trim(oldest.sequence);
    transactions_.trim(oldest.sequence);
    return oldest;
}

std::int64_t Consistency::prune_interval_ms() const {
    const MutexLock lock(mutex_);
    return std::clamp<std::int64_t>(longest_lag_ms(), 100, 10'000);
}

}  // namespace stator::engine::consistency
