// The routes of universes and snapshots.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes universe_routes();

}  // namespace stator::emulator::admin
