// Routes of the admin API about the access keys that requests may be signed with.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes credential_routes();

}  // namespace stator::emulator::admin::routes
