// The routes that save, list, show, restore and delete snapshots.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes snapshot_routes();

}  // namespace stator::emulator::admin
