// The routes of the laboratory as a whole.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes laboratory_routes();

}  // namespace stator::emulator::admin::routes
