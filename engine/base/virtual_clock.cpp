#include "engine/base/virtual_clock.hpp"

namespace stator::engine {

ClockSetting VirtualClock::setting() const {
    const MutexLock lock(mutex_);
    return setting_;
}

void VirtualClock::restore(const ClockSetting& setting) {
    const MutexLock lock(mutex_);
    setting_ = setting;
    follows_.store(setting.follows);
}

void VirtualClock::freeze(std::optional<Instant> at) {
    const MutexLock lock(mutex_);
    anchor(at.value_or(moved_at(real_.now())), 0);
}

void VirtualClock::follow() {
    const MutexLock lock(mutex_);
    setting_ = ClockSetting{};
    follows_.store(true);
}

void VirtualClock::set(Instant to) {
    const MutexLock lock(mutex_);
    anchor(to, setting_.follows ? 1 : setting_.scale);
}

void VirtualClock::advance(std::int64_t milliseconds) {
    const MutexLock lock(mutex_);
    const double scale = setting_.follows ? 1 : setting_.scale;
    anchor(moved_at(real_.now()) + milliseconds, scale);
}

void VirtualClock::scale(double factor) {
    const MutexLock lock(mutex_);
    anchor(moved_at(real_.now()), factor);
}

Instant VirtualClock::moved_now() const {
    const MutexLock lock(mutex_);
    return moved_at(real_.now());
}

Instant VirtualClock::moved_at(Instant real_time) const {
    if (setting_.follows) return real_time;
    const auto passed = static_cast<double>(real_time - setting_.real_time);
    const double unix_ms =
        static_cast<double>(setting_.virtual_time.unix_ms()) + passed * setting_.scale;
    // A fast clock stops at the last time that can be expressed as text.
    if (unix_ms >= static_cast<double>(kLatestTime.unix_ms())) return kLatestTime;
    return setting_.virtual_time + static_cast<std::int64_t>(passed * setting_.scale);
}

void VirtualClock::anchor(Instant virtual_time, double scale) {
    setting_ = {false, virtual_time, real_.now(), scale};
    follows_.store(false);
}

}  // namespace stator::engine
