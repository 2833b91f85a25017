#include "emulator/admin/metrics_routes.hpp"

#include <array>

#include "emulator/observe/laboratory.hpp"
#include "emulator/observe/metrics.hpp"
#include "engine/engine.hpp"

namespace stator::emulator::admin {
namespace {

forms::Accepted<AdminAnswer> metrics(observe::Laboratory& laboratory, const AdminCall&) {
    double tables = 0;
    double items = 0;
    const auto& universes = laboratory.engine().universes();
    for (const auto& region : universes.regions()) {
        for (const auto& table : region.catalog->tables()) {
            ++tables;
            items += static_cast<double>(table->statistics().table.items);
        }
    }
    const auto commits = static_cast<double>(laboratory.engine().last_sequence().value);
    const std::vector<observe::ProcessSeries> series = {
        {"stator_uptime_seconds", "Real seconds since the start.", laboratory.uptime_s(), true},
        {"stator_universes", "Universes there are.", static_cast<double>(universes.names().size())},
        {"stator_tables", "Tables there are, in all universes.", tables},
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
