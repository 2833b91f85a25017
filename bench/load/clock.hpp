// The monotonic clock, in nanoseconds.
#pragma once

#include <chrono>
#include <cstdint>

namespace stator::bench {

using Nanoseconds = std::uint64_t;

inline constexpr Nanoseconds kSecond = 1'000'000'000;
inline constexpr Nanoseconds kMillisecond = 1'000'000;

inline Nanoseconds now_ns() noexcept {
    const auto since_start = std::chrono::steady_clock::now().time_since_epoch();
    return static_cast<Nanoseconds>(std::chrono::nanoseconds(since_start).count());
}

// `seconds` must not be negative.
inline Nanoseconds to_nanoseconds(double seconds) noexcept {
    return static_cast<Nanoseconds>(seconds * static_cast<double>(kSecond));
}

inline double to_seconds(Nanoseconds duration) noexcept {
    return static_cast<double>(duration) / static_cast<double>(kSecond);
}

}  // namespace stator::bench
