// The catalog's part in exports, imports and bulk operations: whether one may start, its source,
// and the table that it fills.
#include <utility>

#include "engine/backup/restorable_window.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/storage/change_history.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/backups.hpp"
#include "protocol/errors/bulk.hpp"
#include "protocol/errors/table_state.hpp"
#include "protocol/errors/tables.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/transfer_arn.hpp"

namespace stator::engine::catalog {
namespace {

using protocol::formats::transfer::ExportDescription;
using protocol::formats::transfer::ExportSpecification;
using values::TableStatus;

Result<void> check_full(Instant time, const backup::RestorableWindow& window, Instant now) {
    if (time < window.earliest || time > now) return errors::export_time_invalid();
    if (time > window.latest) return errors::export_time_not_available();
    return {};
}

// AWS: checks in this order. [case ExportTableToPointInTime/incremental_period]
Result<void> check_incremental(
    const protocol::formats::transfer::IncrementalExport& period,
    Instant creation,
    const backup::RestorableWindow& window,
    Instant now
) {
    if (period.from < creation) return errors::export_from_before_table(creation);
    if (period.to > now) return errors::export_to_in_future(now);
    const std::int64_t length_ms = period.to - period.from;
    if (length_ms < protocol::kMinIncrementalExportMs) return errors::export_period_too_short();
    if (length_ms > protocol::kMaxIncrementalExportMs) return errors::export_period_too_long();
    if (period.from < window.earliest) return errors::export_time_invalid();
    return {};
}

// An UPDATING table is accepted unless its indexes or its replicas change.
Result<void> check_bulk_target(const model::TableDescription& table) {
    if (table.status == TableStatus::Creating) return errors::table_being_created(table.name);
    if (table.status == TableStatus::Deleting) return errors::table_being_deleted(table.name);
    if (table.pending.replicas) return errors::table_being_updated(table.name);
    const auto check = [&](const auto& indexes) -> Result<void> {
        for (const auto& index : indexes) {
            if (index.status == values::IndexStatus::Creating) {
                return errors::bulk_target_being_indexed(table.name, index.name);
            }
        }
        return {};
    };
    STATOR_CHECK(check(table.global_indexes));
    return check(table.vector_indexes);
}

}  // namespace

// AWS: checks the table, then point-in-time recovery, then the time.
// [case ExportTableToPointInTime/order]
Result<ExportDescription> Catalog::export_table(
    const requests::transfers::ExportRequest& request, Instant now, const BeginExport& begin
) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(
        const std::string_view name,
        protocol::formats::transfer::exported_table(request.table_arn, scope_)
    );
    const Entry* entry = find(name);
    const bool is_there =
        entry != nullptr && entry->table->snapshot()->description.status != TableStatus::Creating;
    if (!is_there) return errors::source_table_not_found(request.table_arn);
    const auto history = entry->table->history();
    if (history == nullptr) return errors::recovery_not_enabled(name);
    const auto snapshot = entry->table->snapshot();
    const backup::RestorableWindow window = backup::restorable_window(*history, now);

    ExportDescription description;
    description.table_arn = snapshot->description.table_arn;
    description.table_id = snapshot->description.table_id;
    description.specification = request.specification;
    description.start = now;
    description.request = request.canonical;
    ExportSpecification& specification = description.specification;
    if (specification.incremental) {
        // AWS: the end of the period defaults to now.
        if (specification.incremental->to == kNever) specification.incremental->to = now;
        const Instant creation = snapshot->description.creation_time;
        STATOR_CHECK(check_incremental(*specification.incremental, creation, window, now));
    } else if (specification.time) {
        STATOR_CHECK(check_full(*specification.time, window, now));
    }
    auto source = transfer::export_source(entry->table, specification, now);
    if (source == nullptr) return errors::export_time_invalid();
    // AWS: the export time defaults to now. [case ExportTableToPointInTime/response]
    const bool is_present = !specification.time && !specification.incremental;
    if (is_present) specification.time = now;
    return begin(
        {settings_.place,
         std::move(description),
         std::move(source),
         now + settings_.delays.table_ms,
         host_->identifier_seed()}
    );
}

// AWS: an existing table of that name is reported before all limits.
// [case ImportTable/table_exists]
Result<protocol::formats::transfer::ImportDescription> Catalog::import_table(
    const requests::transfers::ImportRequest& request,
    Instant now,
    const std::function<Result<void>()>& admit,
    const BeginImport& begin
) {
    const WriterLock lock(mutex_);
    STATOR_CHECK(host_->check_live());
    const std::string& name = request.table.table_name;
    if (find(name) != nullptr) return errors::import_target_exists(name);
    STATOR_CHECK(admit());
    STATOR_TRY(const auto table, make_table(request.table, true, now));
    protocol::formats::transfer::ImportDescription description;
    description.table_arn = table.table_arn;
    description.table_id = table.table_id;
    description.specification = request.specification;
    if (description.specification.bucket_owner.empty()) {
        description.specification.bucket_owner = scope_.account;
    }
    description.start = now;
    description.request = request.canonical;
    return begin(
        {settings_.place,
         std::move(description),
         {},
         now + settings_.delays.table_ms,
         host_->identifier_seed()}
    );
}

// AWS: [case StartBulkPutItems/table_status]
Result<protocol::formats::transfer::BulkDescription> Catalog::start_bulk_put_items(
    const requests::transfers::StartBulkRequest& request, Instant now, const BeginBulk& begin
) const {
    const ReaderLock lock(mutex_);
    STATOR_TRY(
        const std::string_view name,
        model::resolve_table_name(request.specification.table_name, scope_, "StartBulkPutItems")
    );
    const Entry* entry = find(name);
    if (entry == nullptr) return errors::table_not_found(name);
    const auto snapshot = entry->table->snapshot();
    STATOR_CHECK(check_bulk_target(snapshot->description));
    // AWS: [case StartBulkPutItems/global_table]
    if (!other_members(name).empty()) return errors::bulk_target_replicated();
    protocol::formats::transfer::BulkDescription description;
    description.table_arn = snapshot->description.table_arn;
    description.table_id = snapshot->description.table_id;
    description.specification = request.specification;
    description.start = now;
    description.request = request.canonical;
    return begin(
        {settings_.place,
         std::move(description),
         {nullptr, true},
         now + settings_.delays.table_ms,
         host_->identifier_seed()}
    );
}

std::shared_ptr<table::Table> Catalog::table_to_fill(
    std::string_view name, std::string_view table_id
) const {
    const ReaderLock lock(mutex_);
    const Entry* entry = find(name);
    if (entry == nullptr) return nullptr;
    const auto snapshot = entry->table->snapshot();
    const bool is_filled =
        snapshot->description.is_importing && snapshot->description.table_id == table_id;
    return is_filled ? entry->table : nullptr;
}

void Catalog::end_import(
    std::string_view name, std::string_view table_id, bool keeps, Instant now
) {
    const WriterLock lock(mutex_);
    Entry* entry = find(name);
    if (entry == nullptr) return;
    model::TableDescription description = entry->table->snapshot()->description;
    if (!description.is_importing || description.table_id != table_id) return;
    if (keeps) {
        definition::complete(description, {definition::TransitionKind::TableCreation});
        install(*entry, std::move(description), now);
    } else {
        entry->table->end();
        drop(*entry->table);
        tables_.erase(description.name);
        due_tables_.note(description.name, kNever);
        refresh_deadline();
    }
}

}  // namespace stator::engine::catalog
