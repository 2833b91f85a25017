// The process's figures: the route that Prometheus reads, and the limits.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes metrics_routes();

}  // namespace stator::emulator::admin::routes
