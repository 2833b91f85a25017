// The routes of throughput: throttling on and off, how full the buckets are, and the heat report.
// See docs/THROUGHPUT.md.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes throughput_routes();

}  // namespace stator::emulator::admin
