// The part of GlobalTable for strong consistency: the regions in which a write is made.
#include <algorithm>
#include <utility>

#include "engine/replication/global_table.hpp"

namespace stator::engine::replication {
namespace {

// Above this number of occupations, expired ones are dropped.
constexpr std::size_t kManyOccupations = 1'000;

}  // namespace

void GlobalTable::make_strong(std::string witness, Rows* rows) {
    const MutexLock lock(mutex_);
    definition_.is_strong = true;
    definition_.witness = std::move(witness);
    if (rows != nullptr) rows->push_back(definition_row());
}

std::vector<std::string> GlobalTable::places() const {
    std::vector<std::string> places;
    for (std::size_t slot = 0; slot < regions_.size(); ++slot) {
        const bool is_member = definition_.find(regions_[slot]) != nullptr && !is_stopped_[slot];
        if (is_member) places.push_back(regions_[slot]);
    }
    if (!definition_.witness.empty()) places.push_back(definition_.witness);
    return places;
}

std::vector<std::string> GlobalTable::connected(std::string_view from, const Cuts& cuts) const {
    const std::vector<std::string> all = places();
    std::vector<std::string> reached = {std::string(from)};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const std::string& region : all) {
            const bool is_reached = std::ranges::count(reached, region) > 0;
            if (!is_reached && !are_cut_off(cuts, reached[i], region)) reached.push_back(region);
        }
    }
    return reached;
}

GlobalTable::Queue::const_iterator GlobalTable::first_to_bring(
    const Link& link, const Queue& queue, const Cuts& cuts
) const {
    if (queue.empty()) return queue.end();
    const std::string& from = regions_[link.first];
    const std::string& to = regions_[link.second];
    if (!definition_.is_strong) return are_cut_off(cuts, from, to) ? queue.end() : queue.begin();
    const std::vector<std::string> reached = connected(to, cuts);
    const bool is_connected = std::ranges::any_of(reached, [&](const std::string& region) {
        return region == from || !are_cut_off(cuts, region, from);
    });
    return is_connected ? queue.begin() : first_to_relay(link.second, queue, reached);
}

// A write that a majority has must be found by every other majority, even if its writer is in none
// of them: each place that has it can relay it, including a witness.
GlobalTable::Queue::const_iterator GlobalTable::first_to_relay(
    Slot to, const Queue& queue, const std::vector<std::string>& reached
) const {
    if (reached.size() == 1) return queue.end();
    for (auto change = queue.begin(); change != queue.end(); ++change) {
        std::vector<std::string> lacking = {regions_[to]};
        for (const auto& [slot, due] : log_.at(change->first.second).waiting) {
            lacking.push_back(regions_[slot]);
        }
        const bool has_relay = std::ranges::any_of(reached, [&](const std::string& region) {
            return std::ranges::count(lacking, region) == 0;
        });
        if (has_relay) return change;
    }
    return queue.end();
}

Reach GlobalTable::reach(Slot from) const {
    const MutexLock lock(mutex_);
    Reach reach;
    if (is_retired_ || !definition_.is_strong) return reach;
    const Cuts cuts = links_.cuts();
    const std::vector<std::string> reached = connected(regions_[from], cuts);
    bool has_others = false;
    for (Slot slot = 0; slot < regions_.size(); ++slot) {
        const std::string& region = regions_[slot];
        const bool is_member = definition_.find(region) != nullptr && !is_stopped_[slot];
        if (slot == from || !is_member) continue;
        has_others = true;
        if (std::ranges::count(reached, region) == 0) continue;
        reach.others.push_back({slot, region});
        reach.are_others_behind = reach.are_others_behind || is_behind(slot, cuts);
    }
    reach.is_majority = !has_others || 2 * reached.size() > places().size();
    reach.is_behind = is_behind(from, cuts);
    return reach;
}

bool GlobalTable::is_behind(Slot at, const Cuts& cuts) const {
    for (const auto& [link, queue] : queues_) {
        if (link.second == at && first_to_bring(link, queue, cuts) != queue.end()) return true;
    }
    return false;
}

bool GlobalTable::is_occupied(Slot from, const std::string& key, Instant now) const {
    const MutexLock lock(mutex_);
    const auto found = occupied_.find(key);
    if (found == occupied_.end() || found->second.by == from) return false;
    return found->second.since <= now && now < found->second.until;
}

void GlobalTable::occupy(Slot by, const Change& change) {
    const std::int64_t length_ms = links_.overlap_ms(change.version);
    if (length_ms == 0 && occupied_.empty()) return;
    if (occupied_.size() >= kManyOccupations) {
        absl::erase_if(occupied_, [&](const auto& entry) {
            return entry.second.until <= change.time;
        });
    }
    occupied_[change.key] = {by, change.time, change.time + length_ms};
}

}  // namespace stator::engine::replication
