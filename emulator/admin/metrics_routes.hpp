// The route that Prometheus reads.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator {

AdminRoutes metrics_routes();

}  // namespace stator::emulator
