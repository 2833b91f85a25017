// DueWork: a kind of work that a universe does when it is due, by its own clock.
#pragma once

#include <functional>
#include <string_view>

#include "engine/base/instant.hpp"

namespace stator::engine::universes {

struct DueWork {
    std::string_view name;
    // Does what is due at `now`; returns when there is more, or kNever. Several threads may call it
    // at once.
    std::function<Instant(Instant now)> run;
};

}  // namespace stator::engine::universes
