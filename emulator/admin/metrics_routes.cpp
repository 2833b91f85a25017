#include "emulator/admin/metrics_routes.hpp"

#include <array>

#include "emulator/observe/laboratories.hpp"
#include "emulator/observe/metrics.hpp"

namespace stator::emulator::admin {
namespace {

forms::Accepted<AdminAnswer> metrics(observe::Laboratory& laboratory, const AdminCall&) {
    const engine::Administration administration = laboratory.administration();
    const auto tables = administration.tables();
    double items = 0;
    for (const auto& table : tables) items += static_cast<double>(table.statistics.table.items);
    const auto universes = static_cast<double>(administration.universes().size());
    double commits = 0;
    bool is_recorded = false;
    observe::JournalTotals totals;
    for (const auto& of_universe : laboratory.all().all()) {
        commits += static_cast<double>(of_universe->administration().commits());
        if (!of_universe->journal().is_on()) continue;
        is_recorded = true;
        totals.add(of_universe->journal().totals());
    }
    const std::vector<observe::ProcessSeries> series = {
        {"stator_uptime_seconds",
         "Real seconds since the start.",
         laboratory.all().uptime_s(),
         true},
        {"stator_universes", "Universes there are.", universes},
        {"stator_tables",
         "Tables there are, in all universes.",
         static_cast<double>(tables.size())},
        {"stator_items", "Items in all tables.", items},
        {"stator_commits_total", "Commits that changed something.", commits, true},
    };
    AdminAnswer answer;
    answer.content_type = observe::kMetricsContentType;
    answer.body = observe::metrics_text(series, is_recorded ? &totals : nullptr);
    return answer;
}

constexpr std::array kMetricsRoutes = {AdminRoute{"GET", "/metrics", metrics}};

}  // namespace

AdminRoutes metrics_routes() {
    return kMetricsRoutes;
}

}  // namespace stator::emulator::admin
