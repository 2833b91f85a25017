// The groups of routes, one file each.
#pragma once

#include "emulator/admin/routes/route.hpp"

namespace stator::emulator::admin::routes {

AdminRoutes clock_routes();    // the clock, and pending work
AdminRoutes control_routes();  // GET and PUT of every control
AdminRoutes consistency_routes(
);  // replicas of tables and indexes, rules of lag, and cuts between regions
AdminRoutes credential_routes();  // access keys, and IAM decisions
AdminRoutes fault_routes();       // single fault rules, and their seed
AdminRoutes trigger_routes();     // deliveries of triggers
AdminRoutes throughput_routes();  // heat, partitions and their splits
AdminRoutes universe_routes();    // universes
AdminRoutes snapshot_routes();    // snapshots
AdminRoutes backup_routes();      // backups, exports, imports, Kinesis destinations
AdminRoutes journal_routes();     // requests, counters, reports, assertions
AdminRoutes laboratory_routes();  // all settings of a laboratory together
AdminRoutes metrics_routes();     // metrics, limits and readiness

}  // namespace stator::emulator::admin::routes
