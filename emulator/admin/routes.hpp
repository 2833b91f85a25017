// All routes of the admin API, in groups.
#pragma once

#include <span>

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin {

// Valid for the lifetime of the program. Does not contain the router's own routes.
std::span<const routes::AdminRoutes> all_admin_routes();

}  // namespace stator::emulator::admin
