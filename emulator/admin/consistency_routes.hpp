// The routes of consistency: lag in general and by rule, and replicas controlled by hand.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes consistency_routes();

}  // namespace stator::emulator::admin
