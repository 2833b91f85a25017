// Routes for how hostile a universe is.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes hostile_routes();

}  // namespace stator::emulator::admin
