// The routes of the request journal: its settings, requests, counters, assertions and the report.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes journal_routes();

}  // namespace stator::emulator::admin::routes
