#include "engine/capacity/partition_heat.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace stator::engine::capacity {
namespace {

constexpr auto kSlots = static_cast<std::int64_t>(kRecentSeconds);

std::size_t slot(Direction direction) {
    return static_cast<std::size_t>(direction);
}

}  // namespace

void UnitsWindow::add(double units, Instant now) {
    roll(now);
    double& current = seconds_[static_cast<std::size_t>(second_ % kSlots)];
    current += units;
    total_ += units;
    peak_ = std::max(peak_, current);
}

UnitsHeat UnitsWindow::heat(Instant now) {
    roll(now);
    UnitsHeat heat;
    heat.total = total_;
    heat.peak_per_second = peak_;
    for (const double units : seconds_) {
        heat.average_per_second += units / static_cast<double>(kRecentSeconds);
        heat.max_per_second = std::max(heat.max_per_second, units);
    }
    return heat;
}

// Empties the seconds between then and now. If the clock was set back, the recent past is unknown.
void UnitsWindow::roll(Instant now) {
    const std::int64_t second = std::max<std::int64_t>(now.unix_ms() / 1'000, 0);
    const std::int64_t passed = second - second_;
    if (passed < 0 || passed >= kSlots) {
        seconds_ = {};
    } else {
        for (std::int64_t i = 1; i <= passed; ++i) {
            seconds_[static_cast<std::size_t>((second_ + i) % kSlots)] = 0;
        }
    }
    second_ = second;
}

void KeySketch::add(std::string_view text, std::uint64_t hash, double units) {
    const auto known = std::find_if(counters_.begin(), counters_.end(), [&](const Counter& seen) {
        return seen.hash == hash && seen.key.text == text;
    });
    if (known != counters_.end()) {
        known->key.units += units;
        return;
    }
    if (counters_.size() < kTopKeys) {
        counters_.push_back({hash, {std::string(text), units, 0}});
        return;
    }
    const auto smallest = std::min_element(
        counters_.begin(),
        counters_.end(),
        [](const Counter& left, const Counter& right) { return left.key.units < right.key.units; }
    );
    const double inherited = smallest->key.units;
    *smallest = {hash, {std::string(text), inherited + units, inherited}};
}

std::vector<KeyHeat> KeySketch::top() const {
    std::vector<KeyHeat> keys;
    keys.reserve(counters_.size());
    for (const Counter& counter : counters_) {
        const double certain = counter.key.units - counter.key.error;
        if (certain > counter.key.error) keys.push_back(counter.key);
    }
    std::stable_sort(keys.begin(), keys.end(), [](const KeyHeat& left, const KeyHeat& right) {
        return left.units > right.units;
    });
    return keys;
}

void KeySketch::move_from(std::uint64_t first_hash, KeySketch& upper) {
    const auto first_upper = std::stable_partition(
        counters_.begin(),
        counters_.end(),
        [first_hash](const Counter& counter) { return counter.hash < first_hash; }
    );
    upper.counters_.assign(
        std::make_move_iterator(first_upper), std::make_move_iterator(counters_.end())
    );
    counters_.erase(first_upper, counters_.end());
}

void PartitionHeat::charge(
    Direction direction, const Consumption& consumption, std::string_view key_text, Instant now
) {
    windows_[slot(direction)].add(consumption.units, now);
    keys_[slot(direction)].add(key_text, consumption.hash, consumption.units);
}

UnitsHeat PartitionHeat::units(Direction direction, Instant now) {
    return windows_[slot(direction)].heat(now);
}

std::vector<KeyHeat> PartitionHeat::top_keys(Direction direction) const {
    return keys_[slot(direction)].top();
}

void PartitionHeat::split(std::uint64_t first_hash, PartitionHeat& upper) {
    for (std::size_t i = 0; i < keys_.size(); ++i) keys_[i].move_from(first_hash, upper.keys_[i]);
    throttled_keys_.move_from(first_hash, upper.throttled_keys_);
}

}  // namespace stator::engine::capacity
