// Random: a small seeded generator whose numbers are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <initializer_list>

namespace stator::conformance {

class Random {
public:
    /// Each pair yields its own sequence of numbers.
    Random(std::uint64_t seed, std::uint64_t index) : state_(seed) {
        state_ = next() ^ index;
        state_ = next();
    }

    std::uint64_t next() {
        state_ += 0x9E3779B97F4A7C15U;
        std::uint64_t mixed = state_;
        mixed = (mixed ^ (mixed >> 30U)) * 0xBF58476D1CE4E5B9U;
        mixed = (mixed ^ (mixed >> 27U)) * 0x94D049BB133111EBU;
        return mixed ^ (mixed >> 31U);
    }

    /// 0 … count-1; `count` is not 0.
    std::size_t below(std::size_t count) { return static_cast<std::size_t>(next() % count); }

    /// low … high.
    int between(int low, int high) {
        return low + static_cast<int>(below(static_cast<std::size_t>(high - low) + 1));
    }

    bool percent(unsigned chance) { return below(100) < chance; }

    bool permille(unsigned chance) { return below(1000) < chance; }

    template <class Container>
    const auto& one_of(const Container& choices) {
        return choices[below(choices.size())];
    }

    template <class T>
    T one_of(std::initializer_list<T> choices) {
        return *(choices.begin() + below(choices.size()));
    }

    /// Returns an index into `weights`, with a probability in proportion to its weight.
    std::size_t weighted(std::initializer_list<unsigned> weights) {
        std::size_t total = 0;
        for (const unsigned weight : weights) total += weight;
        std::size_t left = below(total);
        std::size_t index = 0;
        for (const unsigned weight : weights) {
            if (left < weight) return index;
            left -= weight;
            ++index;
        }
        return index;
    }

private:
    std::uint64_t state_;
};

}  // namespace stator::conformance
