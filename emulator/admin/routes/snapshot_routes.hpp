// The routes that save, list, show, restore and delete snapshots.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes snapshot_routes();

}  // namespace stator::emulator::admin::routes
