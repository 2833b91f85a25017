#include "emulator/admin/routes/groups.hpp"

#include <array>
#include <utility>

#include "emulator/admin/routes/universe_routes.hpp"
#include "emulator/base/time_text.hpp"
#include "emulator/laboratory/differences/difference_report.hpp"
#include "emulator/laboratory/differences/subject.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/inspection/backup_inspection.hpp"
#include "engine/inspection/frozen_tables.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/base/result.hpp"
#include "protocol/formats/transfer/transfer_arn.hpp"

namespace stator::emulator::admin::routes {
namespace {

using engine::inspection::BackupState;
using engine::inspection::FrozenTables;
using engine::inspection::HistoryState;
using laboratory::differences::Subject;
using protocol::formats::transfer::BulkDescription;
using protocol::formats::transfer::ExportDescription;
using protocol::formats::transfer::ImportDescription;
using protocol::wire::JsonWriter;

void write_moment(JsonWriter& json, const std::string& name, engine::Instant time) {
    json.string_member(name, time_text(time));
    json.integer_member(name + "Ms", time.unix_ms());
}

void write_backup(JsonWriter& json, const BackupState& backup) {
    const protocol::model::BackupDescription& description = backup.description;
    json.begin_object();
    json.string_member("region", backup.place.region);
    json.string_member("table", description.table.name);
    json.string_member("name", description.name);
    json.string_member("arn", description.arn);
    json.string_member("status", protocol::values::text_of(description.status));
    json.string_member("type", protocol::values::text_of(description.type));
    json.integer_member("items", description.content.items);
    json.integer_member("bytes", description.size_bytes);
    write_moment(json, "created", description.creation_time);
    if (description.expiry) write_moment(json, "expires", *description.expiry);
    json.end_object();
}

Accepted<AdminAnswer> get_backups(laboratory::Laboratory& laboratory, const AdminCall& call) {
    return object_answer([&](JsonWriter& json) {
        json.begin_array("backups");
        const auto table = call.query_value("table");
        for (const BackupState& backup :
             engine::inspection::inspect_backups(laboratory.universe(), table)) {
            write_backup(json, backup);
        }
        json.end_array();
    });
}

void write_given(JsonWriter& json, std::string_view name, const std::string& text) {
    if (!text.empty()) json.string_member(name, text);
}

void write_export(
    JsonWriter& json,
    const std::string& region,
    std::string_view table,
    const ExportDescription& one
) {
    const protocol::formats::transfer::ExportSpecification& specification = one.specification;
    json.begin_object();
    json.string_member("region", region);
    json.string_member("table", table);
    json.string_member("arn", one.arn);
    json.string_member("status", protocol::values::text_of(one.status));
    const auto type = specification.incremental
                          ? protocol::formats::transfer::ExportType::Incremental
                          : protocol::formats::transfer::ExportType::Full;
    json.string_member("type", protocol::values::text_of(type));
    json.string_member("format", protocol::values::text_of(specification.format));
    json.string_member("bucket", specification.bucket);
    json.string_member("folder", protocol::formats::transfer::export_folder(one));
    write_moment(json, "started", one.start);
    if (one.end) write_moment(json, "ended", *one.end);
    json.integer_member("items", one.items);
    json.integer_member("billedBytes", one.billed_bytes);
    write_given(json, "failureCode", one.failure_code);
    write_given(json, "failureMessage", one.failure_message);
    json.end_object();
}

void write_import(
    JsonWriter& json,
    const std::string& region,
    std::string_view table,
    const ImportDescription& one
) {
    json.begin_object();
    json.string_member("region", region);
    json.string_member("table", table);
    json.string_member("arn", one.arn);
    json.string_member("status", protocol::values::text_of(one.status));
    json.string_member("format", protocol::values::text_of(one.specification.format));
    json.string_member("compression", protocol::values::text_of(one.specification.compression));
    json.string_member("bucket", one.specification.bucket);
    json.string_member("prefix", one.specification.prefix);
    write_moment(json, "started", one.start);
    if (one.end) write_moment(json, "ended", *one.end);
    json.integer_member("processedItems", one.counts.processed_items);
    json.integer_member("importedItems", one.counts.imported_items);
    json.integer_member("processedBytes", one.counts.processed_bytes);
    json.integer_member("errors", one.counts.errors);
    write_given(json, "failureCode", one.failure_code);
    write_given(json, "failureMessage", one.failure_message);
    json.end_object();
}

void write_bulk_operation(
    JsonWriter& json, const std::string& region, std::string_view table, const BulkDescription& one
) {
    const auto& [processed, bytes, failed, put, total] = one.counts;
    json.begin_object();
    json.string_member("region", region);
    json.string_member("table", table);
    json.string_member("arn", one.arn);
    json.string_member("status", protocol::values::text_of(one.status));
    const protocol::formats::transfer::BulkInput& input = one.specification.input;
    json.string_member("format", protocol::values::text_of(input.format));
    json.string_member("compression", protocol::values::text_of(input.compression));
    json.string_member("bucket", input.bucket);
    json.string_member("prefix", input.prefix);
    json.string_member("reportBucket", one.specification.output.bucket);
    json.string_member("reportFolder", protocol::formats::transfer::bulk_report_folder(one));
    write_moment(json, "started", one.start);
    if (one.end) write_moment(json, "ended", *one.end);
    json.integer_member("processedItems", processed);
    json.integer_member("putItems", put);
    json.integer_member("failedItems", failed);
    json.integer_member("conditionFailures", processed - put - failed);
    json.integer_member("processedBytes", bytes);
    if (total) json.integer_member("totalBytes", *total);
    write_given(json, "failureCode", one.failure_code);
    write_given(json, "failureMessage", one.failure_message);
    json.end_object();
}

// Lists all exports, imports or bulk operations of the universe or of one table.
template <typename Transfers, typename Write>
AdminAnswer list_transfers(
    const AdminCall& call, std::string_view member, const Transfers& transfers, const Write& write
) {
    return object_answer([&](JsonWriter& json) {
        json.begin_array(member);
        const auto wanted = call.query_value("table");
        for (const auto& [region, one] : transfers.all()) {
            const auto parts =
                protocol::formats::transfer::split_transfer_arn(one.arn, Transfers::kArn);
            const std::string_view table = parts ? parts->table_name : std::string_view();
            if (wanted.empty() || wanted == table) write(json, region, table, one);
        }
        json.end_array();
    });
}

Accepted<AdminAnswer> get_exports(laboratory::Laboratory& laboratory, const AdminCall& call) {
    const auto& exports = laboratory.universe().transfers().exports;
    return list_transfers(call, "exports", exports, write_export);
}

Accepted<AdminAnswer> get_imports(laboratory::Laboratory& laboratory, const AdminCall& call) {
    const auto& imports = laboratory.universe().transfers().imports;
    return list_transfers(call, "imports", imports, write_import);
}

Accepted<AdminAnswer> get_bulk_operations(
    laboratory::Laboratory& laboratory, const AdminCall& call
) {
    const auto& operations = laboratory.universe().transfers().bulk_operations;
    return list_transfers(call, "bulkOperations", operations, write_bulk_operation);
}

// Writes the Kinesis destinations of the universe's tables, or of one table.
void write_destinations(
    JsonWriter& json, const laboratory::Laboratory& laboratory, std::string_view wanted
) {
    const engine::Administration administration = laboratory.administration();
    json.begin_array("destinations");
    for (const auto& state : administration.tables(administration.name())) {
        const protocol::model::TableDescription& table = state.snapshot->description;
        if (!wanted.empty() && wanted != table.name) continue;
        for (const auto& destination : table.kinesis_destinations) {
            json.begin_object();
            json.string_member("region", state.place.region);
            json.string_member("table", table.name);
            json.string_member("streamArn", destination.stream_arn);
            json.string_member("status", protocol::values::text_of(destination.status));
            write_given(json, "statusDescription", destination.status_description);
            const auto precision =
                destination.precision.value_or(protocol::values::TimePrecision::Millisecond);
            json.string_member("precision", protocol::values::text_of(precision));
            json.end_object();
        }
    }
    json.end_array();
}

Accepted<AdminAnswer> get_kinesis(laboratory::Laboratory& laboratory, const AdminCall& call) {
    return object_answer([&](JsonWriter& json) {
        write_destinations(json, laboratory, call.query_value("table"));
        json.begin_array("streams");
        for (const auto& [stream, figures] : laboratory.universe().outbox().figures()) {
            json.begin_object();
            json.string_member("streamArn", stream);
            json.integer_member("waiting", static_cast<std::int64_t>(figures.waiting));
            json.integer_member("waitingBytes", static_cast<std::int64_t>(figures.waiting_bytes));
            if (figures.waiting > 0) write_moment(json, "oldest", figures.oldest);
            json.integer_member("sent", static_cast<std::int64_t>(figures.sent));
            json.integer_member("failures", static_cast<std::int64_t>(figures.failures));
            json.integer_member("tooLarge", static_cast<std::int64_t>(figures.too_large));
            if (!figures.last_error.empty()) {
                json.string_member("error", figures.last_error);
                write_moment(json, "failed", figures.last_error_time);
            }
            json.end_object();
        }
        json.end_array();
    });
}

void write_history(JsonWriter& json, const HistoryState& history) {
    json.begin_object();
    json.string_member("region", history.place.region);
    json.string_member("table", history.table);
    json.boolean_member("recovery", history.recovery.enabled);
    if (history.recovery.enabled) {
        json.integer_member("periodDays", history.recovery.recovery_period_days);
        write_moment(json, "earliest", history.recovery.earliest_restorable);
        write_moment(json, "latest", history.recovery.latest_restorable);
    }
    json.integer_member("changes", static_cast<std::int64_t>(history.changes));
    json.integer_member("bytes", static_cast<std::int64_t>(history.bytes));
    json.end_object();
}

Accepted<AdminAnswer> get_history(laboratory::Laboratory& laboratory, const AdminCall& call) {
    const auto memory = laboratory.administration().history_memory();
    return object_answer([&](JsonWriter& json) {
        json.integer_member("usedBytes", static_cast<std::int64_t>(memory.used_bytes));
        json.integer_member("limitBytes", static_cast<std::int64_t>(memory.limit_bytes));
        json.integer_member(
            "forgottenChanges", static_cast<std::int64_t>(memory.forgotten_changes)
        );
        json.begin_array("tables");
        const auto table = call.query_value("table");
        for (const HistoryState& history :
             engine::inspection::inspect_histories(laboratory.universe(), table)) {
            write_history(json, history);
        }
        json.end_array();
    });
}

// The universe of a table or backup. Error: it does not exist.
Accepted<std::shared_ptr<engine::Universe>> universe_of(
    laboratory::Laboratory& laboratory, const Subject& subject
) {
    std::string name = laboratory.administration().name();
    if (subject.universe) {
        STATOR_TRY(name, present_universe(laboratory, *subject.universe));
    }
    return laboratory.engine().universe(name);
}

Refusal not_frozen(const Subject& subject, const engine::inspection::NotFrozen& why) {
    using Reason = engine::inspection::NotFrozen::Reason;
    switch (why.reason) {
        case Reason::NoTable: break;
        case Reason::NoHistory:
            return {
                "point-in-time recovery of table '" + subject.name +
                    "' is off, so that no moment of it is known; switch it on before it changes.",
                409};
        case Reason::OutsideHistory:
            return {
                "'" + subject.text + "' is not known: the moments of the table are from " +
                    time_text(why.earliest) + " to " + time_text(why.latest) + ".",
                409};
    }
    return {
        "there is no table '" + subject.name + "'; stator ctl universe show names the regions.",
        404};
}

Accepted<FrozenTables> frozen_table(
    laboratory::Laboratory& laboratory, const Subject& subject, std::string_view region
) {
    STATOR_TRY(const auto universe, universe_of(laboratory, subject));
    if (subject.kind == Subject::Kind::Backup) {
        auto backup = engine::inspection::freeze_backup(*universe, subject.name);
        if (backup) return FrozenTables{*std::move(backup)};
        return Refusal{
            "there is no backup '" + subject.name + "'; GET /_stator/v1/backups lists them.", 404};
    }
    std::optional<std::string> in;
    if (!region.empty()) in = region;
    auto frozen = engine::inspection::freeze_table(*universe, in, subject.name, subject.moment);
    if (const auto* why = std::get_if<engine::inspection::NotFrozen>(&frozen)) {
        return not_frozen(subject, *why);
    }
    return FrozenTables{std::get<engine::inspection::FrozenTable>(std::move(frozen))};
}

Accepted<FrozenTables> frozen_tables(
    laboratory::Laboratory& laboratory,
    const Subject& subject,
    std::string_view region,
    const AdminCall& call
) {
    switch (subject.kind) {
        case Subject::Kind::Table:
        case Subject::Kind::Backup: break;
        case Subject::Kind::Snapshot: return call.laboratories.snapshots().tables(subject.name);
        case Subject::Kind::Universe: {
            STATOR_TRY(const std::string name, present_universe(laboratory, subject.name));
            const auto universe = laboratory.engine().universe(name);
            universe->run_due_if_needed();
            return engine::inspection::freeze_tables(universe->regions());
        }
    }
    return frozen_table(laboratory, subject, region);
}

Accepted<std::size_t> item_limit(std::string_view text) {
    constexpr std::size_t kUsual = 100;
    constexpr std::size_t kMost = 100'000;
    if (text.empty()) return kUsual;
    const auto limit = protocol::parse_number<std::size_t>(text);
    if (limit && *limit <= kMost) return *limit;
    return Refusal{
        "'limit' must be a number up to " + std::to_string(kMost) + ", not '" + std::string(text) +
        "'."};
}

Accepted<AdminAnswer> get_diff(laboratory::Laboratory& laboratory, const AdminCall& call) {
    STATOR_TRY(const Subject before, laboratory::differences::parse_subject(call.query_value("a")));
    STATOR_TRY(const Subject after, laboratory::differences::parse_subject(call.query_value("b")));
    STATOR_TRY(const std::size_t limit, item_limit(call.query_value("limit")));
    const std::string_view format = call.query_value("format");
    if (!format.empty() && format != "json" && format != "text") {
        return Refusal{"'format' must be json or text, not '" + std::string(format) + "'."};
    }
    if (before.is_one_table() != after.is_one_table()) {
        return Refusal{
            "'" + before.text + "' and '" + after.text +
            "' cannot be compared: one is a table, the other many."};
    }
    const std::string_view region = call.query_value("region");
    STATOR_TRY(const FrozenTables left, frozen_tables(laboratory, before, region, call));
    STATOR_TRY(const FrozenTables right, frozen_tables(laboratory, after, region, call));
    auto report = laboratory::differences::compare(left, right, before.is_one_table(), limit);
    report.before = before.text;
    report.after = after.text;
    AdminAnswer answer;
    if (format == "text") {
        answer.content_type = "text/plain; charset=utf-8";
        answer.body = laboratory::differences::report_text(report);
    } else {
        answer.body = laboratory::differences::report_json(report);
    }
    return answer;
}

constexpr std::array kBackupRoutes = {
    AdminRoute{"GET", "/_stator/v1/backups", get_backups, "", "table"},
    AdminRoute{"GET", "/_stator/v1/exports", get_exports, "", "table"},
    AdminRoute{"GET", "/_stator/v1/imports", get_imports, "", "table"},
    AdminRoute{"GET", "/_stator/v1/kinesis", get_kinesis, "", "table"},
    AdminRoute{"GET", "/_stator/v1/bulk-operations", get_bulk_operations, "", "table"},
    AdminRoute{"GET", "/_stator/v1/history", get_history, "", "table"},
    AdminRoute{"GET", "/_stator/v1/diff", get_diff, "", "a b region limit format"},
};

}  // namespace

AdminRoutes backup_routes() {
    return kBackupRoutes;
}

}  // namespace stator::emulator::admin::routes
