// Routes for how hard the streams of a universe are to read.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes stream_routes();

}  // namespace stator::emulator::admin
