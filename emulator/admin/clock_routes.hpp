// The routes that show, freeze, advance, set and scale the clock, or let it follow real time.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes clock_routes();

}  // namespace stator::emulator::admin
