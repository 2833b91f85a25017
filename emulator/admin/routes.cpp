#include "emulator/admin/routes.hpp"

#include <array>

#include "emulator/admin/routes/groups.hpp"

namespace stator::emulator::admin {

std::span<const routes::AdminRoutes> all_admin_routes() {
    static const std::array kGroups = {
        routes::control_routes(),
        routes::clock_routes(),
        routes::consistency_routes(),
        routes::credential_routes(),
        routes::fault_routes(),
        routes::trigger_routes(),
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
