#include "emulator/admin/routes/groups.hpp"

#include <algorithm>
#include <array>
#include <iterator>

#include "emulator/access/authentication/signature_check.hpp"
#include "emulator/access/authorization/authorizer.hpp"
#include "emulator/journal/metrics.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/overload/load.hpp"
#include "emulator/overload/memory.hpp"
#include "emulator/overload/memory_guard.hpp"
#include "engine/inspection/backup_inspection.hpp"
#include "engine/inspection/replication_inspection.hpp"

namespace stator::emulator::admin::routes {
namespace {

// The sizes of backups and change histories in all universes.
std::vector<journal::ProcessSeries> backup_series(
    laboratory::Laboratory& laboratory, const AdminCall& call
) {
    double backups = 0;
    double backup_bytes = 0;
    double changes = 0;
    for (const auto& one : call.laboratories.all()) {
        const auto totals = engine::inspection::count_backups(one->universe());
        backups += static_cast<double>(totals.backups);
        backup_bytes += static_cast<double>(totals.bytes);
        for (const auto& history : engine::inspection::inspect_histories(one->universe())) {
            changes += static_cast<double>(history.changes);
        }
    }
    const auto memory = laboratory.administration().history_memory();
    return {
        {"stator_backups", "Backups there are, in all universes.", backups},
        {"stator_backup_bytes", "Size of the items in all backups.", backup_bytes},
        {"stator_history_changes",
         "Changes that point-in-time recovery remembers, in all tables.",
         changes},
        {"stator_history_bytes",
         "Memory that these changes take.",
         static_cast<double>(memory.used_bytes)},
        {"stator_history_limit_bytes",
         "Memory that they may take, 0 for any.",
         static_cast<double>(memory.limit_bytes)},
        {"stator_history_forgotten_changes_total",
         "Changes forgotten for want of memory.",
         static_cast<double>(memory.forgotten_changes),
         true},
    };
}

void add(engine::transfer::TransferTotals& sum, const engine::transfer::TransferTotals& totals) {
    sum.in_progress += totals.in_progress;
    sum.completed += totals.completed;
    sum.failed += totals.failed;
    sum.cancelled += totals.cancelled;
    sum.items += totals.items;
}

// The outcomes of exports, imports and bulk operations in all universes.
std::vector<journal::ProcessSeries> transfer_series(const AdminCall& call) {
    engine::transfer::TransferTotals exports;
    engine::transfer::TransferTotals imports;
    engine::transfer::TransferTotals bulk;
    for (const auto& one : call.laboratories.all()) {
        add(exports, one->universe().transfers().exports.totals());
        add(imports, one->universe().transfers().imports.totals());
        add(bulk, one->universe().transfers().bulk_operations.totals());
    }
    const auto figure = [](auto number) { return static_cast<double>(number); };
    return {
        {"stator_exports_in_progress", "Exports under way.", figure(exports.in_progress)},
        {"stator_exports_completed", "Exports known as COMPLETED.", figure(exports.completed)},
        {"stator_exports_failed", "Exports known as FAILED.", figure(exports.failed)},
        {"stator_exported_items", "Items in these exports.", figure(exports.items)},
        {"stator_imports_in_progress", "Imports under way.", figure(imports.in_progress)},
        {"stator_imports_completed", "Imports known as COMPLETED.", figure(imports.completed)},
        {"stator_imports_failed", "Imports known as FAILED.", figure(imports.failed)},
        {"stator_imported_items", "Items that these imported.", figure(imports.items)},
        {"stator_bulk_operations_in_progress",
         "Bulk operations under way.",
         figure(bulk.in_progress)},
        {"stator_bulk_operations_completed",
         "Bulk operations known as COMPLETED, with errors or without.",
         figure(bulk.completed)},
        {"stator_bulk_operations_failed", "Bulk operations known as FAILED.", figure(bulk.failed)},
        {"stator_bulk_operations_cancelled",
         "Bulk operations known as CANCELLED.",
         figure(bulk.cancelled)},
        {"stator_bulk_put_items", "Items that these put.", figure(bulk.items)},
    };
}

// The records sent to Kinesis data streams, and those still queued, in all universes.
std::vector<journal::ProcessSeries> kinesis_series(const AdminCall& call) {
    engine::kinesis::DeliveryFigures sum;
    for (const auto& one : call.laboratories.all()) {
        for (const auto& [stream, figures] : one->universe().outbox().figures()) {
            sum.waiting += figures.waiting;
            sum.waiting_bytes += figures.waiting_bytes;
            sum.sent += figures.sent;
            sum.failures += figures.failures;
            sum.too_large += figures.too_large;
        }
    }
    const auto figure = [](auto number) { return static_cast<double>(number); };
    return {
        {"stator_kinesis_waiting_records", "Records to be sent to Kinesis.", figure(sum.waiting)},
        {"stator_kinesis_waiting_bytes", "Their size.", figure(sum.waiting_bytes)},
        {"stator_kinesis_sent_records_total", "Records sent.", figure(sum.sent), true},
        {"stator_kinesis_failures_total",
         "Attempts to send a record that failed.",
         figure(sum.failures),
         true},
        {"stator_kinesis_too_large_records_total",
         "Records that are too large to be sent.",
         figure(sum.too_large),
         true},
    };
}

// The calls and records of triggers in all universes.
std::vector<journal::ProcessSeries> trigger_series(const AdminCall& call) {
    integrations::triggers::TriggerCounts sum;
    double waiting = 0;
    for (const auto& one : call.laboratories.all()) {
        for (const auto& mapping : one->triggers().mappings()) {
            const auto state = one->triggers().state(mapping->name);
            if (!state) continue;
            sum.calls += state->counts.calls;
            sum.failed_calls += state->counts.failed_calls;
            sum.delivered += state->counts.delivered;
            sum.given_up += state->counts.given_up;
            for (const auto& lane : state->lanes) waiting += static_cast<double>(lane.records);
        }
    }
    const auto figure = [](auto number) { return static_cast<double>(number); };
    return {
        {"stator_trigger_waiting_records", "Records that wait for a function.", waiting},
        {"stator_trigger_calls_total", "Calls of functions.", figure(sum.calls), true},
        {"stator_trigger_failed_calls_total",
         "Calls that were no success.",
         figure(sum.failed_calls),
         true},
        {"stator_trigger_delivered_records_total",
         "Records of calls that succeeded.",
         figure(sum.delivered),
         true},
        {"stator_trigger_given_up_records_total",
         "Records that were given up.",
         figure(sum.given_up),
         true},
    };
}

// The results of signature checks; empty if signatures are not checked.
std::vector<journal::ProcessSeries> signature_series(const Services& services) {
    access::authentication::SignatureCheck* const signatures = services.judges.signatures;
    if (signatures == nullptr) return {};
    const auto totals = signatures->totals();
    const auto keys = signatures->keys().keys();
    return {
        {"stator_signatures_verified_total",
         "Requests with a right signature.",
         static_cast<double>(totals.verified),
         true},
        {"stator_signatures_refused_total",
         "Requests refused for their signature.",
         static_cast<double>(totals.refused),
         true},
        {"stator_access_keys",
         "Keys that requests may be signed with.",
         static_cast<double>(keys->keys().size())},
    };
}

// The authorization decisions; empty if requests are not authorized.
std::vector<journal::ProcessSeries> authorization_series(const Services& services) {
    access::authorization::Authorizer* const authorizer = services.judges.authorizer;
    if (authorizer == nullptr) return {};
    const auto totals = authorizer->log().totals();
    return {
        {"stator_authorization_allowed_total",
         "Requests whose senders may do them.",
         static_cast<double>(totals.allowed),
         true},
        {"stator_authorization_refused_total",
         "Requests whose senders may not do them; with --auth iam-audit, that were done all the "
         "same.",
         static_cast<double>(totals.refused),
         true},
    };
}

double real(auto number) {
    return static_cast<double>(number);
}

// The use and the limits of memory and connections.
std::vector<journal::ProcessSeries> limit_series(const Services& services) {
    std::vector<journal::ProcessSeries> series = {
        {"stator_resident_bytes", "Memory of the process.", real(overload::resident_bytes())},
        {"stator_allocated_bytes",
         "What is in use of the memory that malloc gives.",
         real(overload::allocated_bytes())}};
    if (const overload::MemoryGuard* const memory = services.memory) {
        series.push_back(
            {"stator_memory_limit_bytes", "Of --max-memory.", real(memory->limit_bytes())}
        );
        series.push_back(
            {"stator_memory_refused_total",
             "Requests refused for want of memory.",
             real(memory->refusals()),
             true}
        );
    }
    const overload::Load* const load = services.load;
    if (load == nullptr) return series;
    const overload::LoadFigures now = load->figures();
    const std::vector<journal::ProcessSeries> of_load = {
        {"stator_connections", "Open connections.", real(now.connections)},
        {"stator_active_connections", "Those with a request, now or lately.", real(now.active)},
        {"stator_connections_limit", "Connections there may be.", real(load->limits().connections)},
        {"stator_in_flight_bytes",
         "Of requests and replies on their way.",
         real(now.bytes_in_flight)},
        {"stator_in_flight_limit_bytes",
         "How much that may be.",
         real(load->limits().bytes_in_flight)},
        {"stator_refused_connections_total",
         "Connections answered with 503.",
         real(now.refused_connections),
         true},
        {"stator_displaced_connections_total",
         "Connections closed to make room for others.",
         real(now.displaced_connections),
         true},
        {"stator_timed_out_connections_total",
         "Connections of silent or slow clients that were closed.",
         real(now.timed_out_connections),
         true},
        {"stator_refused_transfers_total",
         "Requests and replies given up for want of room.",
         real(now.refused_transfers),
         true},
    };
    series.insert(series.end(), of_load.begin(), of_load.end());
    return series;
}

// The replication of global tables in all universes.
std::vector<journal::ProcessSeries> replication_series(const AdminCall& call) {
    double waiting = 0;
    double applied = 0;
    double overridden = 0;
    double conflicts = 0;
    for (const auto& one : call.laboratories.all()) {
        for (const auto& table : engine::inspection::inspect_global_tables(one->universe())) {
            conflicts += static_cast<double>(table.conflict_count);
            for (const auto& member : table.members) {
                waiting += static_cast<double>(member.waiting);
                applied += static_cast<double>(member.applied);
                overridden += static_cast<double>(member.overridden);
            }
        }
    }
    return {
        {"stator_replication_waiting", "Writes on their way to a replica.", waiting},
        {"stator_replication_applied_total", "Writes that replicas took over.", applied, true},
        {"stator_replication_overridden_total",
         "Writes that replicas had something later for.",
         overridden,
         true},
        {"stator_replication_conflicts_total",
         "Pairs of writes that did not know each other.",
         conflicts,
         true},
    };
}

// The universes, tables and items, in all universes.
std::vector<journal::ProcessSeries> content_series(
    const std::vector<engine::Administration::TableState>& tables, std::size_t universes
) {
    double items = 0;
    double policies = 0;
    double insights = 0;
    double vectors = 0;
    for (const auto& table : tables) {
        items += static_cast<double>(table.statistics.table.items);
        const protocol::model::TableDescription& description = table.snapshot->description;
        for (const auto& index : description.vector_indexes) {
            const auto found = table.statistics.indexes.find(index.name);
            if (found != table.statistics.indexes.end()) {
                vectors += static_cast<double>(found->second.items);
            }
        }
        policies += description.policies.of_table ? 1 : 0;
        policies += static_cast<double>(description.policies.of_streams.size());
        insights += static_cast<double>(std::ranges::count_if(
            description.insights,
            [](const auto& of_index) {
                return of_index.second.status != protocol::model::InsightsStatus::Disabled;
            }
        ));
    }
    return {
        {"stator_universes", "Universes there are.", static_cast<double>(universes)},
        {"stator_tables",
         "Tables there are, in all universes.",
         static_cast<double>(tables.size())},
        {"stator_items", "Items in all tables.", items},
        {"stator_vectors", "Vectors in all vector indexes.", vectors},
        {"stator_resource_policies", "Policies of all tables and streams.", policies},
        {"stator_contributor_insights",
         "Tables and indexes whose Contributor Insights are not DISABLED.",
         insights},
    };
}

Accepted<AdminAnswer> metrics(laboratory::Laboratory& laboratory, const AdminCall& call) {
    const engine::Administration administration = laboratory.administration();
    double commits = 0;
    bool is_recorded = false;
    journal::JournalTotals totals;
    for (const auto& of_universe : call.laboratories.all()) {
        // Runs overdue work first, so that all figures are from the same moment.
        of_universe->universe().run_due_if_needed();
        commits += static_cast<double>(of_universe->administration().commits());
        if (!of_universe->journal().is_on()) continue;
        is_recorded = true;
        totals.add(of_universe->journal().totals());
    }
    std::vector<journal::ProcessSeries> series = {
        {"stator_uptime_seconds",
         "Real seconds since the start.",
         call.laboratories.uptime_s(),
         true},
        {"stator_commits_total", "Commits that changed something.", commits, true},
    };
    const std::size_t universes = administration.universes().size();
    std::ranges::move(
        content_series(administration.tables(), universes), std::back_inserter(series)
    );
    std::ranges::move(backup_series(laboratory, call), std::back_inserter(series));
    std::ranges::move(transfer_series(call), std::back_inserter(series));
    std::ranges::move(kinesis_series(call), std::back_inserter(series));
    std::ranges::move(replication_series(call), std::back_inserter(series));
    std::ranges::move(trigger_series(call), std::back_inserter(series));
    std::ranges::move(signature_series(call.services), std::back_inserter(series));
    std::ranges::move(authorization_series(call.services), std::back_inserter(series));
    std::ranges::move(limit_series(call.services), std::back_inserter(series));
    AdminAnswer answer;
    answer.content_type = journal::kMetricsContentType;
    answer.body = journal::metrics_text(series, is_recorded ? &totals : nullptr);
    return answer;
}

void write_number(protocol::wire::JsonWriter& json, std::string_view name, auto number) {
    json.integer_member(name, static_cast<std::int64_t>(number));
}

void write_load(protocol::wire::JsonWriter& json, const overload::Load& load) {
    const overload::LoadFigures now = load.figures();
    json.begin_object("connections");
    write_number(json, "open", now.connections);
    write_number(json, "active", now.active);
    write_number(json, "limit", load.limits().connections);
    write_number(json, "refused", now.refused_connections);
    write_number(json, "displaced", now.displaced_connections);
    write_number(json, "timedOut", now.timed_out_connections);
    json.end_object();
    json.begin_object("bytesInFlight");
    write_number(json, "now", now.bytes_in_flight);
    write_number(json, "limit", load.limits().bytes_in_flight);
    write_number(json, "refused", now.refused_transfers);
    json.end_object();
}

Accepted<AdminAnswer> get_limits(laboratory::Laboratory&, const AdminCall& call) {
    const Services& services = call.services;
    return object_answer([&](protocol::wire::JsonWriter& json) {
        if (const overload::Load* const load = services.load) write_load(json, *load);
        const overload::MemoryGuard* const memory = services.memory;
        json.begin_object("memory");
        write_number(json, "residentBytes", overload::resident_bytes());
        write_number(json, "allocatedBytes", overload::allocated_bytes());
        write_number(json, "limitBytes", memory == nullptr ? 0 : memory->limit_bytes());
        json.boolean_member("refusesWrites", memory != nullptr && memory->is_full());
        write_number(json, "refused", memory == nullptr ? 0 : memory->refusals());
        json.end_object();
    });
}

constexpr std::array kMetricsRoutes = {
    AdminRoute{"GET", "/metrics", metrics}, AdminRoute{"GET", "/_stator/v1/limits", get_limits}};

}  // namespace

AdminRoutes metrics_routes() {
    return kMetricsRoutes;
}

}  // namespace stator::emulator::admin::routes
