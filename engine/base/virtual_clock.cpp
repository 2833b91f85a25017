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

void VirtualClock::freeze(std::optional<std::int64_t> at_ms) {
    const MutexLock lock(mutex_);
    anchor(at_ms.value_or(value_ms(real_.now_ms())), 0);
}

void VirtualClock::follow() {
    const MutexLock lock(mutex_);
    setting_ = ClockSetting{};
    follows_.store(true);
}

void VirtualClock::set(std::int64_t to_ms) {
    const MutexLock lock(mutex_);
    anchor(to_ms, setting_.follows ? 1 : setting_.scale);
}

void VirtualClock::advance(std::int64_t milliseconds) {
    const MutexLock lock(mutex_);
    const double scale = setting_.follows ? 1 : setting_.scale;
    anchor(value_ms(real_.now_ms()) + milliseconds, scale);
}

void VirtualClock::scale(double factor) {
    const MutexLock lock(mutex_);
    anchor(value_ms(real_.now_ms()), factor);
}

std::int64_t VirtualClock::moved_now_ms() const {
    const MutexLock lock(mutex_);
    return value_ms(real_.now_ms());
}

std::int64_t VirtualClock::value_ms(std::int64_t real_ms) const {
    if (setting_.follows) return real_ms;
    const auto passed = static_cast<double>(real_ms - setting_.real_ms);
    const double virtual_ms = static_cast<double>(setting_.virtual_ms) + passed * setting_.scale;
    // A fast clock stops where times have no text any more.
    if (virtual_ms >= static_cast<double>(kLatestTimeMs)) return kLatestTimeMs;
    return setting_.virtual_ms + static_cast<std::int64_t>(passed * setting_.scale);
}

void VirtualClock::anchor(std::int64_t virtual_ms, double scale) {
    setting_ = {false, virtual_ms, real_.now_ms(), scale};
    follows_.store(false);
}

}  // namespace stator::engine
