// The routes of consistency: lag in general and by rule, and replicas controlled by hand, within a
// region and, for global tables, between regions.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes consistency_routes();

}  // namespace stator::emulator::admin::routes
