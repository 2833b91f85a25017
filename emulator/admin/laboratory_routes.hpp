// The routes of the laboratory as a whole.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes laboratory_routes();

}  // namespace stator::emulator::admin
