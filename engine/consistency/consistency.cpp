#include "engine/consistency/consistency.hpp"

#include <algorithm>

#include "engine/base/seeded_random.hpp"

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

// The same for the same names in every run and every universe, whatever numbers the tables have.
std::uint64_t source_seed(std::uint64_t seed, const ReadSource& source) {
    return mix(mix(seed, source.table_name), source.index);
}

}  // namespace

void Consistency::reseed(std::uint64_t seed) {
    const MutexLock lock(mutex_);
    seed_ = seed;
}

storage::ReadPoint Consistency::open_read(const ReadSource& source, const ReadMoment& moment) {
    const MutexLock lock(mutex_);
    const TimelineView now = view(moment.now);
    const SequenceNumber point = replicas_of(source).read(now, moment.connection);
    open_reads_.insert(point);
    return {point};
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

// A request may have begun before the clock was set back. Its time is far ahead of all others then,
// and not beyond the time that the clock has left.
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
    // What is there has been there for as long as anybody can tell.
    timeline_.restart(last_sequence());
    for (auto& [key, source] : sources_) source.replicas.go_back_to(now);
}

ReplicaSet& Consistency::replicas_of(const ReadSource& source) {
    const auto key = SourceKey(source.table, source.index);
    const auto found = sources_.find(key);
    if (found != sources_.end()) return found->second.replicas;
    const LagPolicy& policy = settings_.policy_of(source);
    const bool lags = policy.mode != ReadMode::Latest;
    const SequenceNumber start =
        lags ? timeline_.at(latest_now_ - policy.lag.most_ms()) : last_sequence();
    ReplicaSet replicas(policy, source_seed(seed_, source), start);
    Source fresh{std::string(source.universe), std::string(source.table_name), replicas};
    return sources_.emplace(key, std::move(fresh)).first->second.replicas;
}

Consistency::Pin Consistency::pin() {
    const MutexLock lock(mutex_);
    has_kept_.store(true);
    ++pin_count_;
    // From here on writers keep history; what they replaced before is not needed at this point,
    // which is the last commit stamped so far.
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
        const ReadSource name{key.first, source.universe, source.table_name, key.second};
        source.replicas.set_policy(settings_.policy_of(name));
    }
    refresh_lags();
}

// From the moment lag begins, commits are kept apart by their time. A commit stamped before anybody
// could know is not after the restart's base.
void Consistency::start_lagging() {
    has_kept_.store(true);
    lags_.store(true);
    timeline_.restart(last_sequence());
}

void Consistency::refresh_lags() {
    const bool held = std::any_of(sources_.begin(), sources_.end(), [](const auto& entry) {
        return entry.second.replicas.is_held();
    });
    const bool lags = held || looks_back(settings_);
    if (lags && !lags_.load()) start_lagging();
    if (!lags) lags_.store(false);
}

void Consistency::handle(
    Handling handling,
    const ReadSource& source,
    ReplicaSet::Which replica,
    const ReadMoment& moment,
    std::int64_t milliseconds
) {
    const MutexLock lock(mutex_);
    // Before the replicas are held: no commit in between may lose the version it replaces.
    if (!lags_.load()) start_lagging();
    const TimelineView now = view(moment.now);
    ReplicaSet& replicas = replicas_of(source);
    switch (handling) {
        case Handling::Pause: replicas.pause(now, replica); break;
        case Handling::Resume: replicas.resume(replica); break;
        case Handling::Pin: replicas.pin(now, replica); break;
        case Handling::Unpin: replicas.unpin(replica); break;
        case Handling::Drain: replicas.drain(now, replica); break;
        case Handling::Advance: replicas.advance(now, replica, milliseconds); break;
    }
    refresh_lags();
}

std::vector<ReplicaReport> Consistency::report(Instant now) const {
    const MutexLock lock(mutex_);
    const TimelineView seen{timeline_, std::max(latest_now_, believed(now)), last_sequence()};
    std::vector<ReplicaReport> report;
    for (const auto& [key, source] : sources_) {
        report.push_back(
            {key.first,
             source.universe,
             source.table_name,
             key.second,
             source.replicas.policy(),
             source.replicas.states(seen)}
        );
        for (ReplicaState& replica : report.back().replicas) {
            replica.missing = seen.last.value - replica.applied.value;
        }
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
        const auto held = source.replicas.held_at();
        if (held) oldest.sequence = std::min(oldest.sequence, *held);
    }
    for (const auto& [id, point] : pins_) {
        oldest.sequence = std::min(oldest.sequence, point.sequence);
    }
    if (!open_reads_.empty()) oldest.sequence = std::min(oldest.sequence, *open_reads_.begin());
    timeline_.trim(oldest.sequence);
    return oldest;
}

std::int64_t Consistency::prune_interval_ms() const {
    const MutexLock lock(mutex_);
    return std::clamp<std::int64_t>(longest_lag_ms(), 100, 10'000);
}

}  // namespace stator::engine::consistency
