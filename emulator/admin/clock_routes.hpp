// The routes of the clock: shown, frozen, advanced, set, scaled, let go.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes clock_routes();

}  // namespace stator::emulator::admin
