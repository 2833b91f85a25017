// Random numbers that are the same on every machine: SplitMix64 from a seed, or the bytes of a
// fuzzer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace stator::simulation {

class Random {
public:
    explicit Random(std::uint64_t seed) : state_(seed) {}

    // Takes its numbers from these bytes, as few for each as it needs, so that a changed byte
    // changes one number. Borrows the bytes. After their end it continues from a seed.
    explicit Random(std::span<const std::uint8_t> bytes) : state_(bytes.size()), bytes_(bytes) {}

    // Whether the bytes have been used up; true for a seed.
    bool is_exhausted() const { return bytes_.empty(); }

    std::uint64_t bits() { return is_exhausted() ? mixed() : taken(sizeof(std::uint64_t)); }

    // In [0, count).
    std::size_t below(std::size_t count) {
        if (is_exhausted()) return bits() % count;
        return taken(count <= 0x100 ? 1 : count <= 0x10000 ? 2 : sizeof(std::uint64_t)) % count;
    }

    // In [low, high].
    std::int64_t between(std::int64_t low, std::int64_t high) {
        return low + static_cast<std::int64_t>(below(static_cast<std::size_t>(high - low + 1)));
    }

    // True `permille` times in a thousand.
    bool happens(std::size_t permille) { return below(1'000) < permille; }

private:
    std::uint64_t mixed() {
        state_ += 0x9E37'79B9'7F4A'7C15;
        std::uint64_t value = state_;
        value = (value ^ (value >> 30)) * 0xBF58'476D'1CE4'E5B9;
        value = (value ^ (value >> 27)) * 0x94D0'49BB'1331'11EB;
        return value ^ (value >> 31);
    }

    std::uint64_t taken(std::size_t count) {
        std::uint64_t value = 0;
        for (; count > 0 && !bytes_.empty(); --count) {
            value = value << 8U | bytes_.front();
            bytes_ = bytes_.subspan(1);
        }
        return value;
    }

    std::uint64_t state_;
    std::span<const std::uint8_t> bytes_;
};

}  // namespace stator::simulation
