// The part of GlobalTable that is about strong consistency: which regions a write is made in.
#include <algorithm>
#include <utility>

#include "engine/replication/global_table.hpp"

namespace stator::engine::replication {
namespace {

// So many occupations are kept before those that are over are dropped.
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

std::vector<std::string> GlobalTable::connected(std::string_view from) const {
    const std::vector<std::string> all = places();
    std::vector<std::string> reached = {std::string(from)};
    for (std::size_t i = 0; i < reached.size(); ++i) {
        for (const std::string& region : all) {
            const bool is_reached = std::ranges::count(reached, region) > 0;
            if (!is_reached && !links_.is_cut(reached[i], region)) reached.push_back(region);
        }
    }
    return reached;
}

bool GlobalTable::is_apart(Slot from, Slot to) const {
    if (!definition_.is_strong) return links_.is_cut(regions_[from], regions_[to]);
    return std::ranges::count(connected(regions_[from]), regions_[to]) == 0;
}

Reach GlobalTable::reach(Slot from) const {
    const MutexLock lock(mutex_);
    Reach reach;
    if (is_retired_ || !definition_.is_strong) return reach;
    const std::vector<std::string> reached = connected(regions_[from]);
    bool has_others = false;
    for (Slot slot = 0; slot < regions_.size(); ++slot) {
        const std::string& region = regions_[slot];
        const bool is_member = definition_.find(region) != nullptr && !is_stopped_[slot];
        if (slot == from || !is_member) continue;
        has_others = true;
        if (std::ranges::count(reached, region) > 0) reach.others.push_back({slot, region});
    }
    reach.is_majority = !has_others || 2 * reached.size() > places().size();
    return reach;
}

bool GlobalTable::is_behind(Slot at, const Reach& reach) const {
    const MutexLock lock(mutex_);
    return std::ranges::any_of(queues_, [&](const auto& entry) {
        const auto& [link, queue] = entry;
        const bool is_meant =
            link.second == at ||
            std::ranges::count(reach.others, link.second, &Reach::Member::slot) > 0;
        return !queue.empty() && is_meant && !is_apart(link.first, link.second);
    });
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
