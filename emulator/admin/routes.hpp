// All routes of the admin API, group by group.
#pragma once

#include <span>

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin {

// Live as long as the program. The router's own routes are not among them.
std::span<const routes::AdminRoutes> all_admin_routes();

}  // namespace stator::emulator::admin
