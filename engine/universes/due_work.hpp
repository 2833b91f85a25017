// DueWork: a kind of work that a universe runs when it is due by the universe's clock.
#pragma once

#include <functional>
#include <string_view>

#include "engine/base/instant.hpp"

namespace stator::engine::universes {

struct DueWork {
    std::string_view name;
    // Runs the work that is due at `now`. Returns the time of the next work, or kNever. Several
    // threads may call it at the same time.
    std::function<Instant(Instant now)> run;
};

}  // namespace stator::engine::universes
