// The routes of throughput: throttling on and off, how full the buckets are, the heat report, and
// splitting partitions.
// See docs/THROUGHPUT.md.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes throughput_routes();

}  // namespace stator::emulator::admin::routes
