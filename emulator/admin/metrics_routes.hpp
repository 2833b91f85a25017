// The process's figures: the route that Prometheus reads, and the limits.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes metrics_routes();

}  // namespace stator::emulator::admin
