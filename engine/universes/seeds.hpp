// Seeds: what everything random in a universe derives from. A value.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/seeded_random.hpp"

namespace stator::engine::universes {

struct Seeds {
    // The seed that was asked for; without one, ids are others in each run.
    std::optional<std::uint64_t> given = {};
    std::uint64_t chance = 0;       // of lags, and of the adversity of streams
    std::uint64_t identifiers = 0;  // of table ids and request ids

    static Seeds of(std::uint64_t seed) { return {seed, seed, seed}; }

    // `any` decides ids alone.
    static Seeds of_any(std::uint64_t any) { return {std::nullopt, 0, any}; }

    // Of a universe that starts over with the seed that it has. Only with a given seed its ids
    // repeat.
    Seeds again() const { return given ? of(*given) : of_any(mix(identifiers)); }

    // Of a run that goes on after others, which have done that much: its ids are not theirs.
    Seeds after(std::uint64_t done) const {
        return done == 0 ? *this : Seeds{given, chance, mix(identifiers, done)};
    }
};

}  // namespace stator::engine::universes
