// Routes that show backups, and what point-in-time recovery remembers.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes backup_routes();

}  // namespace stator::emulator::admin
