// The routes of the request journal: its settings, requests, counters, assertions and the report.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes journal_routes();

}  // namespace stator::emulator::admin
