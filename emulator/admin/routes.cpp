#include "emulator/admin/routes.hpp"

#include <array>

#include "emulator/admin/routes/backup_routes.hpp"
#include "emulator/admin/routes/clock_routes.hpp"
#include "emulator/admin/routes/consistency_routes.hpp"
#include "emulator/admin/routes/credential_routes.hpp"
#include "emulator/admin/routes/fault_routes.hpp"
#include "emulator/admin/routes/hostile_routes.hpp"
#include "emulator/admin/routes/journal_routes.hpp"
#include "emulator/admin/routes/laboratory_routes.hpp"
#include "emulator/admin/routes/metrics_routes.hpp"
#include "emulator/admin/routes/snapshot_routes.hpp"
#include "emulator/admin/routes/throughput_routes.hpp"
#include "emulator/admin/routes/universe_routes.hpp"

namespace stator::emulator::admin {

std::span<const routes::AdminRoutes> all_admin_routes() {
    static const std::array kGroups = {
        routes::clock_routes(),
        routes::consistency_routes(),
        routes::credential_routes(),
        routes::fault_routes(),
        routes::hostile_routes(),
        routes::throughput_routes(),
        routes::universe_routes(),
        routes::snapshot_routes(),
        routes::backup_routes(),
        routes::journal_routes(),
        routes::laboratory_routes(),
        routes::metrics_routes(),
    };
    return kGroups;
}

}  // namespace stator::emulator::admin
