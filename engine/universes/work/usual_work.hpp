// The kinds of due work that every universe has, in addition to table statuses, the filling of
// indexes, and the delivery of writes between regions.
#pragma once

#include "engine/universes/shared_services.hpp"
#include "engine/universes/universe.hpp"

namespace stator::engine::universes::work {

// Call it once, before the universe has requests.
void add_usual_work(Universe& universe, SharedServices& shared);

}  // namespace stator::engine::universes::work
