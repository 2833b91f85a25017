// The routes that show, freeze, advance, set and scale the clock, or let it follow real time.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes clock_routes();

}  // namespace stator::emulator::admin::routes
