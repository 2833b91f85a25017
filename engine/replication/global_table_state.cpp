// The state that a global table reports, and its entries in the durable section.
#include <algorithm>
#include <utility>

#include "engine/replication/global_table.hpp"

namespace stator::engine::replication {

std::vector<MemberState> GlobalTable::states() const {
    const MutexLock lock(mutex_);
    std::vector<MemberState> states;
    for (const auto& member : definition_.members) {
        MemberState state{member.region};
        const auto slot =
            static_cast<Slot>(std::ranges::find(regions_, member.region) - regions_.begin());
        if (slot < regions_.size()) {
            state.applied = applied_[slot];
            state.overridden = overridden_[slot];
        }
        for (const auto& [version, retained] : log_) {
            const bool waits = std::ranges::any_of(retained.waiting, [&](const auto& one) {
                return one.first == slot;
            });
            if (!waits) continue;
            ++state.waiting;
            const Instant time = retained.change->time;
            state.oldest = std::min(state.oldest.value_or(time), time);
        }
        states.push_back(std::move(state));
    }
    return states;
}

std::vector<Conflict> GlobalTable::conflict_log() const {
    const MutexLock lock(mutex_);
    return {conflicts_.begin(), conflicts_.end()};
}

std::uint64_t GlobalTable::conflict_count() const {
    const MutexLock lock(mutex_);
    return conflict_count_;
}

std::size_t GlobalTable::retained() const {
    const MutexLock lock(mutex_);
    return log_.size();
}

void GlobalTable::restore_definition(model::GlobalTableDefinition definition) {
    const MutexLock lock(mutex_);
    definition_ = std::move(definition);
    for (const auto& member : definition_.members) slot_locked(member.region);
}

void GlobalTable::restore_change(Change change) {
    const MutexLock lock(mutex_);
    slot_locked(change.region);
    const Version version = change.version;
    log_[version].change = std::make_shared<const Change>(std::move(change));
}

void GlobalTable::restore_applied(const std::string& region, const Version& version) {
    const MutexLock lock(mutex_);
    log_[version].applied.push_back(slot_locked(region));
}

void GlobalTable::settle() {
    const MutexLock lock(mutex_);
    if (std::exchange(is_settled_, true)) return;
    std::erase_if(log_, [](const auto& entry) { return entry.second.change == nullptr; });
    for (auto& [version, retained] : log_) {
        const Change& change = *retained.change;
        const Slot from = slot_locked(change.region);
        know(from, change);
        for (const Slot at : retained.applied) {
            if (known(at, change.key) < version) know(at, change);
        }
        for (const auto& member : definition_.members) {
            const Slot to = slot_locked(member.region);
            const bool has_it = to == from || std::ranges::count(retained.applied, to) > 0;
            if (!has_it) retained.waiting.emplace_back(to, Instant());
        }
    }
    enqueue_all();
}

Rows GlobalTable::contents() const {
    const MutexLock lock(mutex_);
    Rows rows;
    if (definition_.members.empty()) return rows;
    rows.push_back(definition_row());
    for (const auto& [version, retained] : log_) {
        if (retained.change == nullptr) continue;
        rows.push_back(change_row(*retained.change));
        for (const Slot at : retained.applied) rows.push_back(applied_row(version, at));
    }
    return rows;
}

void GlobalTable::retire() {
    const MutexLock lock(mutex_);
    is_retired_ = true;
    queues_.clear();
}

persistence::EntryRow GlobalTable::definition_row() const {
    return {
        std::string(kSection),
        {universe_, ""},
        "group/" + id_,
        model::encode_global_table(definition_)};
}

persistence::EntryRow GlobalTable::change_row(const Change& change) const {
    return {
        std::string(kSection),
        {universe_, change.region},
        "change/" + id_ + "/" + version_text(change.version),
        encode_change(change)};
}

persistence::EntryRow GlobalTable::applied_row(const Version& version, Slot at) const {
    return {
        std::string(kSection),
        {universe_, regions_[at]},
        "applied/" + id_ + "/" + version_text(version),
        "1"};
}

}  // namespace stator::engine::replication
