// Random numbers that are the same everywhere: SplitMix64.
#pragma once

#include <cstdint>

namespace stator::simulation {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    std::uint64_t bits() {
        state_ += 0x9E37'79B9'7F4A'7C15;
        std::uint64_t value = state_;
        value = (value ^ (value >> 30)) * 0xBF58'476D'1CE4'E5B9;
        value = (value ^ (value >> 27)) * 0x94D0'49BB'1331'11EB;
        return value ^ (value >> 31);
    }

    // In [0, count).
    std::size_t below(std::size_t count) { return bits() % count; }

    // In [low, high].
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(bits() % static_cast<std::uint64_t>(high - low + 1));
    }

    // True that many times in a thousand.
    bool happens(std::size_t permille) { return below(1'000) < permille; }

private:
    std::uint64_t state_;
};

}  // namespace stator::simulation
