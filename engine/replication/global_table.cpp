#include "engine/replication/global_table.hpp"

#include <algorithm>
#include <utility>

namespace stator::engine::replication {
namespace {

constexpr std::size_t kMostConflicts = 1'000;

void push(Rows* rows, persistence::EntryRow row) {
    if (rows != nullptr) rows->push_back(std::move(row));
}

persistence::EntryRow removal(persistence::EntryRow row) {
    row.value.reset();
    return row;
}

}  // namespace

// ---- Members ----

model::GlobalTableDefinition GlobalTable::definition() const {
    const MutexLock lock(mutex_);
    return definition_;
}

Slot GlobalTable::slot(std::string_view region) {
    const MutexLock lock(mutex_);
    return slot_locked(region);
}

Slot GlobalTable::slot_locked(std::string_view region) {
    const auto found = std::ranges::find(regions_, region);
    if (found != regions_.end()) return static_cast<Slot>(found - regions_.begin());
    regions_.emplace_back(region);
    is_stopped_.push_back(false);
    applied_.push_back(0);
    overridden_.push_back(0);
    return regions_.size() - 1;
}

void GlobalTable::begin(const std::string& table, const std::string& region, Rows* rows) {
    const MutexLock lock(mutex_);
    definition_.table = table;
    definition_.members = {{region}};
    slot_locked(region);
    is_settled_ = true;
    push(rows, definition_row());
}

void GlobalTable::add(
    model::GlobalTableMember member, const std::string& from, Instant now, Rows* rows
) {
    const MutexLock lock(mutex_);
    const Slot source = slot_locked(from);
    const Slot added = slot_locked(member.region);
    is_stopped_[added] = false;
    definition_.find(from)->last_source = now;
    definition_.members.push_back(std::move(member));
    std::ranges::sort(definition_.members, {}, &model::GlobalTableMember::region);
    push(rows, definition_row());
    for (auto& [version, retained] : log_) {
        const Slot origin = slot_locked(retained.change->region);
        const bool is_missing = std::ranges::any_of(retained.waiting, [&](const auto& one) {
            return one.first == source;
        });
        if (is_missing) {
            send(retained, origin, added);
        } else if (origin != added) {
            retained.applied.push_back(added);
            push(rows, applied_row(version, added));
        }
    }
    for (auto& [key, versions] : known_) {
        versions.resize(regions_.size());
        versions[added] = versions[source];
    }
}

void GlobalTable::stop(std::string_view region, Rows* rows) {
    const MutexLock lock(mutex_);
    const Slot gone = slot_locked(region);
    is_stopped_[gone] = true;
    for (auto& [version, retained] : log_) {
        take_back(retained, slot_locked(retained.change->region), gone);
    }
    trim(rows);
}

bool GlobalTable::remove(std::string_view region, Rows* rows) {
    stop(region, rows);
    const MutexLock lock(mutex_);
    std::erase_if(definition_.members, [&](const auto& member) { return member.region == region; });
    const bool is_left = !definition_.members.empty();
    push(rows, is_left ? definition_row() : removal(definition_row()));
    if (is_left) return true;
    while (!log_.empty()) {
        log_.begin()->second.waiting.clear();
        trim(rows);
    }
    queues_.clear();
    return false;
}

bool GlobalTable::is_over() const {
    const MutexLock lock(mutex_);
    return !definition_.is_replicated() && log_.empty();
}

bool GlobalTable::dissolve(Rows* rows) {
    const MutexLock lock(mutex_);
    if (definition_.is_replicated() || !log_.empty()) return false;
    push(rows, removal(definition_row()));
    definition_.members.clear();
    is_retired_ = true;
    return true;
}

void GlobalTable::set_overrides(
    std::string_view region, model::ReplicaOverrides overrides, Rows* rows
) {
    const MutexLock lock(mutex_);
    if (auto* member = definition_.find(region)) member->overrides = std::move(overrides);
    push(rows, definition_row());
}

void GlobalTable::set_auto_scaling(const model::GlobalTableDefinition& from, Rows* rows) {
    const MutexLock lock(mutex_);
    definition_.write_scaling = from.write_scaling;
    for (auto& member : definition_.members) {
        const auto* other = from.find(member.region);
        if (other != nullptr) member.read_scaling = other->read_scaling;
    }
    push(rows, definition_row());
}

// ---- Writes ----

Instant GlobalTable::note_write(Slot from, Change change, Rows* rows, const Reach* reach) {
    const MutexLock lock(mutex_);
    if (is_retired_ || !definition_.is_replicated()) return kNever;
    const auto has_it = [&](Slot at) {
        if (at == from) return true;
        return reach != nullptr && std::ranges::count(reach->others, at, &Reach::Member::slot) > 0;
    };
    if (reach != nullptr) occupy(from, change);
    change.region = regions_[from];
    change.replaced = known(from, change.key);
    Retained retained{std::make_shared<const Change>(std::move(change))};
    Instant first = kNever;
    for (const auto& member : definition_.members) {
        const Slot to = slot_locked(member.region);
        if (has_it(to) || is_stopped_[to]) continue;
        send(retained, from, to);
        first = std::min(first, retained.waiting.back().second);
    }
    if (retained.waiting.empty()) return kNever;
    know(from, *retained.change);
    push(rows, change_row(*retained.change));
    if (reach != nullptr) {
        for (const Reach::Member& other : reach->others) {
            know(other.slot, *retained.change);
            retained.applied.push_back(other.slot);
            push(rows, applied_row(retained.change->version, other.slot));
        }
    }
    const Version version = retained.change->version;
    log_.emplace_hint(log_.end(), version, std::move(retained));
    return first;
}

bool GlobalTable::admits(Slot to, const Change& change, Instant now) {
    const MutexLock lock(mutex_);
    const Version present = known(to, change.key);
    if (present == Version()) return true;
    const auto found = log_.find(present);
    if (found == log_.end()) return present < change.version;
    const Change& other = *found->second.change;
    if (present >= change.version) {
        if (conflicts(other, change)) note_conflict(other, change, to, now);
        return false;
    }
    if (conflicts(change, other)) note_conflict(change, other, to, now);
    return true;
}

void GlobalTable::note_delivered(Slot to, const Change& change, bool was_applied, Rows* rows) {
    const MutexLock lock(mutex_);
    const auto found = log_.find(change.version);
    if (is_retired_ || found == log_.end()) return;
    Retained& retained = found->second;
    if (!take_back(retained, slot_locked(change.region), to)) return;
    ++(was_applied ? applied_ : overridden_)[to];
    if (known(to, change.key) < change.version) know(to, change);
    retained.applied.push_back(to);
    const bool is_first = found == log_.begin();
    if (is_first && retained.waiting.empty()) {
        retained.applied.pop_back();  // not worth an entry, because trim() removes the change
    } else {
        push(rows, applied_row(change.version, to));
    }
    trim(rows);
}

// ---- Delivery ----

std::optional<GlobalTable::Next> GlobalTable::next_change() const {
    const Cuts cuts = links_.cuts();
    std::optional<Next> next;
    for (const auto& [link, queue] : queues_) {
        const auto first = first_to_bring(link, queue, cuts);
        if (first == queue.end()) continue;
        if (!next || first->first < next->change->first) next = Next{first, link.second};
    }
    return next;
}

std::optional<GlobalTable::Delivery> GlobalTable::next_delivery(Instant now) const {
    const MutexLock lock(mutex_);
    const auto next = next_change();
    if (!next) return std::nullopt;
    const Instant due = next->change->first.first;
    // If the clock was set back, a change must not wait longer than the maximum lag.
    if (due > now && due - now <= links_.most_lag_ms()) return std::nullopt;
    return Delivery{next->change->second, next->to, regions_[next->to]};
}

Instant GlobalTable::next_due(Instant now) const {
    const auto next = next_arrival(now);
    return next ? next->at : kNever;
}

std::optional<GlobalTable::Arrival> GlobalTable::next_arrival(Instant now) const {
    const MutexLock lock(mutex_);
    const auto next = next_change();
    if (!next) return std::nullopt;
    const auto& [key, change] = *next->change;
    const Instant due = definition_.is_strong ? change->time : key.first;
    return Arrival{std::min(due, now + links_.most_lag_ms()), regions_[next->to]};
}

void GlobalTable::forget_delivered(Rows* rows) {
    const MutexLock lock(mutex_);
    if (is_settled_ && !is_retired_) trim(rows);
}

void GlobalTable::reschedule() {
    const MutexLock lock(mutex_);
    enqueue_all();
}

void GlobalTable::enqueue_all() {
    queues_.clear();
    for (auto& [version, retained] : log_) {
        const Slot from = slot_locked(retained.change->region);
        const auto waiting = std::exchange(retained.waiting, {});
        for (const auto& [to, due] : waiting) send(retained, from, to);
    }
}

void GlobalTable::send(Retained& retained, Slot from, Slot to) {
    const Change& change = *retained.change;
    // A strong table delivers changes in commit order, not in the order of their requests. A change
    // for a region that was cut off is due immediately.
    const Instant due = definition_.is_strong
                            ? Instant()
                            : change.time + links_.lag_ms(change.version, regions_[to]);
    retained.waiting.emplace_back(to, due);
    queues_[{from, to}].emplace(std::pair(due, change.version), retained.change);
}

bool GlobalTable::take_back(Retained& retained, Slot from, Slot to) {
    const auto found = std::ranges::find(retained.waiting, to, &std::pair<Slot, Instant>::first);
    if (found == retained.waiting.end()) return false;
    queues_[{from, to}].erase({found->second, retained.change->version});
    retained.waiting.erase(found);
    return true;
}

void GlobalTable::know(Slot at, const Change& change) {
    std::vector<Version>& versions = known_[change.key];
    if (versions.size() <= at) versions.resize(regions_.size());
    versions[at] = change.version;
}

Version GlobalTable::known(Slot at, const std::string& key) const {
    const auto found = known_.find(key);
    if (found == known_.end() || found->second.size() <= at) return {};
    return found->second[at];
}

void GlobalTable::forget(const Change& change) {
    const auto found = known_.find(change.key);
    if (found == known_.end()) return;
    std::ranges::replace(found->second, change.version, Version());
    const bool is_known = std::ranges::any_of(found->second, [](const Version& version) {
        return version != Version();
    });
    if (!is_known) known_.erase(found);
}

void GlobalTable::trim(Rows* rows) {
    while (!log_.empty() && log_.begin()->second.waiting.empty()) {
        const Retained& oldest = log_.begin()->second;
        const Change& change = *oldest.change;
        push(rows, removal(change_row(change)));
        for (const Slot at : oldest.applied) push(rows, removal(applied_row(change.version, at)));
        forget(change);
        log_.erase(log_.begin());
    }
}

void GlobalTable::note_conflict(const Change& winner, const Change& loser, Slot at, Instant now) {
    const bool is_noted = std::ranges::any_of(conflicts_, [&](const Conflict& conflict) {
        return conflict.winner.version == winner.version && conflict.loser.version == loser.version;
    });
    if (is_noted) return;
    ++conflict_count_;
    conflicts_.push_back({winner, loser, regions_[at], now});
    if (conflicts_.size() > kMostConflicts) conflicts_.pop_front();
}

}  // namespace stator::engine::replication
