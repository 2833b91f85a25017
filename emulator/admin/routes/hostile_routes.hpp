// Routes of a universe's hostile level, its streams' and vector searches' faults, and its triggers.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes hostile_routes();

}  // namespace stator::emulator::admin::routes
