#include "engine/universes/work/transfer_runs.hpp"

#include <algorithm>
#include <thread>
#include <utility>

#include "engine/faults/watched_context.hpp"
#include "engine/schema/key_checks.hpp"
#include "engine/transfer/export_run.hpp"
#include "engine/transfer/import_run.hpp"
#include "protocol/errors/transfers.hpp"
#include "protocol/formats/transfer/transfer_arn.hpp"

namespace stator::engine::universes::work {
namespace {

using protocol::formats::transfer::ExportDescription;
using protocol::formats::transfer::ImportDescription;
using protocol::formats::transfer::TransferStatus;
using transfer::BulkOperations;
using transfer::Exports;
using transfer::Imports;

}  // namespace

bool TransferRuns::repeats() const {
    return universe_.seeds().given.has_value();
}

void TransferRuns::flush_work() const {
    if (universe_.journal() != nullptr && !repeats()) universe_.journal()->flush();
}

std::shared_ptr<table::Table> TransferRuns::table_of(
    const std::string& region_name, std::string_view table_arn, const std::string& table_id
) {
    auto table = universe_.region(region_name).find_table(model::plain_name(table_arn));
    const bool is_same = table != nullptr && table->snapshot()->description.table_id == table_id;
    return is_same ? table : nullptr;
}

// The source of an export that was running when the previous process ended.
std::shared_ptr<const transfer::ExportSource> TransferRuns::source_again(
    const ExportDescription& description, const std::string& region_name, Instant now
) {
    const auto table = table_of(region_name, description.table_arn, description.table_id);
    if (table == nullptr) return nullptr;
    return transfer::export_source(table, description.specification, now);
}

void TransferRuns::run_export(const Exports::Due& due) {
    ExportDescription description = due.description;
    if (due.source == nullptr) {
        transfer::fail(description, errors::export_source_gone(), universe_.now());
        universe_.transfers().exports.end(due, std::move(description), universe_.recorder());
        return;
    }
    auto done = transfer::run_export(
        {shared_.object_store.get(), shared_.ends_transfers},
        std::move(description),
        *due.source,
        universe_.now()
    );
    // nullopt if the process is exiting: the next process restarts the export.
    if (done) universe_.transfers().exports.end(due, *std::move(done), universe_.recorder());
    // No reply waits for the end of the export, but it must be durable before a client reads it.
    flush_work();
}

// Items are written like those of requests, but no caller waits and no throughput is charged.
void TransferRuns::run_import(const Imports::Due& due) {
    ImportDescription description = due.description;
    const std::string name(model::plain_name(description.table_arn));
    catalog::Catalog& catalog = universe_.region(due.place.region);
    const auto table = catalog.table_to_fill(name, description.table_id);
    transfer::ImportResult result;
    if (table == nullptr) {
        result.failure = {transfer::StoreFault::Broken, "the table is gone"};
    } else {
        result = transfer::run_import(filling(due, table), description);
    }
    if (result.was_left) return;
    catalog.end_import(name, description.table_id, !result.failure.has_value(), universe_.now());
    universe_.deadlines().note(catalog.next_deadline());
    description.counts = result.counts;
    description.end = universe_.now();
    description.status = TransferStatus::Completed;
    std::optional<errors::S3Failure> failure;
    if (result.failure) failure = transfer::failure_of(*result.failure, description.arn);
    if (!failure && result.counts.errors > 0) failure = errors::import_items_invalid();
    if (failure) {
        description.status = TransferStatus::Failed;
        description.failure_code = std::move(failure->code);
        description.failure_message = std::move(failure->message);
    }
    universe_.transfers().imports.end(due, std::move(description), universe_.recorder());
    flush_work();
}

transfer::ImportSurroundings TransferRuns::filling(
    const Imports::Due& due, const std::shared_ptr<table::Table>& table
) {
    transfer::ImportSurroundings around;
    around.store = shared_.object_store.get();
    around.definitions = table->snapshot()->description.attribute_definitions;
    // Leaves one CPU for requests.
    around.threads = repeats() ? 1 : std::max(2U, std::thread::hardware_concurrency()) - 1;
    around.intent_of = [table](values::MutableItemImagePtr item) -> Result<write::WriteIntent> {
        const auto snapshot = table->snapshot();
        STATOR_CHECK(schema::check_item_key(snapshot->schema, *item, false));
        STATOR_CHECK(schema::check_index_keys(snapshot->schema, *item));
        write::WriteIntent intent =
            write::make_intent(table, snapshot->schema, write::WriteKind::Put, std::move(item));
        intent.takes_any_vector = true;
        return intent;
    };
    around.put = [this, place = due.place](const write::WriteIntent& intent) -> Result<void> {
        faults::WatchedContext context;
        context.place = place;
        context.now = universe_.now();
        context.is_observer = true;
        RequestOutcome outcome;
        STATOR_CHECK(universe_.committer().apply(intent, context, outcome));
        return {};
    };
    around.log_error =
        [this, id = std::string(protocol::formats::transfer::transfer_id(due.description.arn))](
            const std::string& line
        ) {
            if (shared_.log_import_error) shared_.log_import_error(id, line);
        };
    around.goes_on = [this, &due, asked = 0]() mutable {
        // Flushes regularly, so that the journal's queue never holds more than this many pieces.
        constexpr int kPiecesBetweenFlushes = 64;
        if (++asked % kPiecesBetweenFlushes == 0) flush_work();
        return !shared_.ends_transfers && universe_.transfers().imports.is_running(due);
    };
    return around;
}

void TransferRuns::begin_work(std::function<void()> work) {
    // A seeded universe waits for the work.
    if (shared_.long_work && !repeats()) {
        shared_.long_work(std::move(work));
    } else {
        work();
    }
}

Instant TransferRuns::run_due(Instant now) {
    for (Exports::Due& due : universe_.transfers().exports.take_due(now)) {
        if (due.source == nullptr) {
            due.source = source_again(due.description, due.place.region, now);
        }
        begin_work([this, self = universe_.shared_from_this(), taken = std::move(due)] {
            run_export(taken);
        });
    }
    for (Imports::Due& due : universe_.transfers().imports.take_due(now)) {
        begin_work([this, self = universe_.shared_from_this(), taken = std::move(due)] {
            run_import(taken);
        });
    }
    for (BulkOperations::Due& due : universe_.transfers().bulk_operations.take_due(now)) {
        begin_work([this, self = universe_.shared_from_this(), taken = std::move(due)] {
            run_bulk(taken);
        });
    }
    const transfer::Transfers& all = universe_.transfers();
    return std::min({all.exports.next_due(), all.imports.next_due(), all.bulk_operations.next_due()}
    );
}

}  // namespace stator::engine::universes::work
