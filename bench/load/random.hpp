// A small seeded generator (SplitMix64) for keys: a few instructions per number, and the same keys
// in every run. Not thread-safe, and not suitable for secrets.
#pragma once

#include <cstdint>

namespace stator::bench {

class Random {
public:
    explicit Random(std::uint64_t seed) noexcept : state_(seed) {}

    std::uint64_t next() noexcept {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
        return mixed ^ (mixed >> 31U);
    }

    // A number in [0, bound); `bound` must be in [1, 2^32).
    std::uint64_t below(std::uint64_t bound) noexcept { return ((next() >> 32U) * bound) >> 32U; }

private:
    std::uint64_t state_;
};

}  // namespace stator::bench
