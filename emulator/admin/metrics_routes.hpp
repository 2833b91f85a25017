// The route that Prometheus reads.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes metrics_routes();

}  // namespace stator::emulator::admin
