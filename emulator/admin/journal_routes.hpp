// The admin API of the request journal: its settings, requests, counters, assertions, the report.
#pragma once

#include "emulator/admin/route.hpp"

namespace stator::emulator::admin {

AdminRoutes journal_routes();

}  // namespace stator::emulator::admin
