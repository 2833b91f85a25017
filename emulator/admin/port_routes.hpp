// The routes of universes' own ports.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes port_routes();

}  // namespace stator::emulator::admin
