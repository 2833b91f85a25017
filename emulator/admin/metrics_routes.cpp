#include "emulator/admin/metrics_routes.hpp"

#include <array>

#include "emulator/observe/laboratory.hpp"
#include "emulator/observe/metrics.hpp"

namespace stator::emulator::admin {
namespace {

forms::Accepted<AdminAnswer> metrics(observe::Laboratory& laboratory, const AdminCall&) {
    const engine::Administration administration = laboratory.administration();
    const auto tables = administration.tables();
    double items = 0;
    for (const auto& table : tables) items += static_cast<double>(table.statistics.table.items);
    const auto universes = static_cast<double>(administration.universes().size());
    const auto commits = static_cast<double>(administration.commits());
    const std::vector<observe::ProcessSeries> series = {
        {"stator_uptime_seconds", "Real seconds since the start.", laboratory.uptime_s(), true},
        {"stator_universes", "Universes there are.", universes},
        {"stator_tables",
         "Tables there are, in all universes.",
         static_cast<double>(tables.size())},
        {"stator_items", "Items in all tables.", items},
        {"stator_commits_total", "Commits that changed something.", commits, true},
    };
    AdminAnswer answer;
    answer.content_type = observe::kMetricsContentType;
    if (laboratory.journal().is_on()) {
        const observe::JournalTotals totals = laboratory.journal().totals();
        answer.body = observe::metrics_text(series, &totals);
    } else {
        answer.body = observe::metrics_text(series, nullptr);
    }
    return answer;
}

constexpr std::array kMetricsRoutes = {AdminRoute{"GET", "/metrics", metrics}};

}  // namespace

AdminRoutes metrics_routes() {
    return kMetricsRoutes;
}

}  // namespace stator::emulator::admin
