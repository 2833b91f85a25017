// Seeds: the source of all random choices in a universe. A value type.
#pragma once

#include <cstdint>
#include <optional>

#include "engine/base/seeded_random.hpp"

namespace stator::engine::universes {

struct Seeds {
    // The seed given by the user. nullopt: ids differ in each run.
    std::optional<std::uint64_t> given = {};
    std::uint64_t chance = 0;       // of lags and stream faults
    std::uint64_t identifiers = 0;  // of table ids and request ids

    static Seeds of(std::uint64_t seed) { return {seed, seed, seed}; }

    // `any` determines only ids.
    static Seeds of_any(std::uint64_t any) { return {std::nullopt, 0, any}; }

    // Seeds for a reset universe, which keeps its seed. Its ids repeat only if a seed was given.
    Seeds again() const { return given ? of(*given) : of_any(mix(identifiers)); }

    // Seeds for a run that follows earlier runs with `done` commits and tables, so that no id
    // repeats.
    Seeds after(std::uint64_t done) const {
        return done == 0 ? *this : Seeds{given, chance, mix(identifiers, done)};
    }
};

}  // namespace stator::engine::universes
