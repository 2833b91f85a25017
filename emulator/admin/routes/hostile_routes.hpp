// Routes for how hostile a universe is, and for how hard its streams are to read.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes hostile_routes();

}  // namespace stator::emulator::admin::routes
