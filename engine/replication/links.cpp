#include "engine/replication/links.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/seeded_random.hpp"

namespace stator::engine::replication {

bool are_cut_off(const Cuts& cuts, std::string_view from, std::string_view to) {
    return std::ranges::any_of(cuts, [&](const Cut& cut) { return cut.separates(from, to); });
}

LinkSettings Links::settings() const {
    const MutexLock lock(mutex_);
    return settings_;
}

void Links::set_settings(LinkSettings settings) {
    const WriterLock no_commits(strong_commits_);
    const MutexLock lock(mutex_);
    settings_ = std::move(settings);
}

void Links::reseed(std::uint64_t seed) {
    const MutexLock lock(mutex_);
    seed_ = seed;
}

std::int64_t Links::lag_ms(const Version& version, std::string_view to) const {
    const MutexLock lock(mutex_);
    const std::uint64_t write = mix(mix(seed_, version.commit.value), version.part);
    return settings_.lag.draw_ms(mix(write, to));
}

std::int64_t Links::most_lag_ms() const {
    const MutexLock lock(mutex_);
    return settings_.lag.most_ms();
}

std::int64_t Links::overlap_ms(const Version& version) const {
    const MutexLock lock(mutex_);
    return settings_.overlap.draw_ms(mix(mix(seed_, version.commit.value), "overlap"));
}

Cuts Links::cuts() const {
    const MutexLock lock(mutex_);
    return settings_.cuts;
}

}  // namespace stator::engine::replication
