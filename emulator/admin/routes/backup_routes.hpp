// Routes that show backups, exports, imports, what point-in-time recovery remembers, and what
// differs.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes backup_routes();

}  // namespace stator::emulator::admin::routes
