#include "emulator/admin/routes.hpp"

#include <array>

#include "emulator/admin/backup_routes.hpp"
#include "emulator/admin/clock_routes.hpp"
#include "emulator/admin/consistency_routes.hpp"
#include "emulator/admin/credential_routes.hpp"
#include "emulator/admin/fault_routes.hpp"
#include "emulator/admin/hostile_routes.hpp"
#include "emulator/admin/journal_routes.hpp"
#include "emulator/admin/laboratory_routes.hpp"
#include "emulator/admin/metrics_routes.hpp"
#include "emulator/admin/snapshot_routes.hpp"
#include "emulator/admin/throughput_routes.hpp"
#include "emulator/admin/universe_routes.hpp"

namespace stator::emulator::admin {

std::span<const AdminRoutes> all_admin_routes() {
    static const std::array kGroups = {
        clock_routes(),
        consistency_routes(),
        credential_routes(),
        fault_routes(),
        hostile_routes(),
        throughput_routes(),
        universe_routes(),
        snapshot_routes(),
        backup_routes(),
        journal_routes(),
        laboratory_routes(),
        metrics_routes(),
    };
    return kGroups;
}

}  // namespace stator::emulator::admin
