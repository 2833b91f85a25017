// The routes of faults: the rules of the running server, and the seed they draw from.
// docs/FAULTS.md says what rules look like.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes fault_routes();

}  // namespace stator::emulator::admin::routes
