// Turns of bulk operations, and how they put their items.
#include <utility>

#include "engine/faults/watched_context.hpp"
#include "engine/schema/key_checks.hpp"
#include "engine/table/effects.hpp"
#include "engine/universes/work/transfer_runs.hpp"

namespace stator::engine::universes::work {
namespace {

using protocol::formats::transfer::BulkUsage;
using requests::transfers::BulkLine;
using transfer::BulkStop;
using values::ItemImage;
using values::TableStatus;

// How often to retry an item while transactions use it.
constexpr int kMostAttempts = 100;

std::int64_t size_of(const ItemImage& image) {
    return static_cast<std::int64_t>(image.item_size());
}

// AWS: bytes of the item in the table, and of its projection into each index.
void add_usage(
    const schema::TableSchema& schema, const write::WriteOutcome& written, BulkUsage& usage
) {
    usage.table += size_of(*written.new_image);
    for (const schema::IndexSchema& index : schema.indexes) {
        const table::DerivedEntry entry = table::derive_entry(schema, index, written.new_image);
        if (!entry.record) continue;
        auto& bytes = index.global ? usage.global_indexes : usage.local_indexes;
        bytes[index.name] += size_of(*entry.record.image());
    }
    for (const auto& charge : written.consumption.vectors) {
        usage.vector_indexes[charge.name] += charge.bytes;
    }
}

bool serves(const table::Table& table) {
    const TableStatus status = table.snapshot()->description.status;
    return status == TableStatus::Active || status == TableStatus::Updating;
}

}  // namespace

void TransferRuns::run_bulk(const transfer::BulkOperations::Due& due) {
    constexpr std::int64_t kTurnMs = 1'000;
    const protocol::formats::transfer::BulkDescription& description = due.description;
    const Instant begun = universe_.now();
    const auto table = table_of(due.place.region, description.table_arn, description.table_id);
    auto run = due.source.run;
    if (run == nullptr) {
        run = std::make_shared<transfer::BulkRun>(
            shared_.object_store, description, !due.source.is_new
        );
    }
    switch (run->go_on(putting(due, table))) {
        case transfer::BulkRun::Turn::Left: return;
        case transfer::BulkRun::Turn::Paused:
            universe_.deadlines().note(
                universe_.transfers().bulk_operations.pause(due, {run, true}, begun + kTurnMs)
            );
            break;
        case transfer::BulkRun::Turn::Ended:
            universe_.transfers().bulk_operations.end(
                due, run->description(), universe_.recorder()
            );
            break;
    }
    flush_work();
}

// Items are written like those of requests, but no caller waits, and the table's throughput is not
// charged. AWS: MaxWriteRequestUnits limits only the operation. [spec-formats: bulk operations]
transfer::BulkSurroundings TransferRuns::putting(
    const transfer::BulkOperations::Due& due, const std::shared_ptr<table::Table>& table
) {
    transfer::BulkSurroundings around;
    around.put =
        [this, table, place = due.place](BulkLine& line, BulkUsage& usage) -> Result<double> {
        const auto snapshot = table->snapshot();
        const schema::TableSchema& schema = snapshot->schema;
        STATOR_CHECK(schema::check_item_key(schema, *line.item, false));
        STATOR_CHECK(schema::check_condition_paths(schema, line.condition));
        faults::WatchedContext context;
        context.place = place;
        context.is_observer = true;
        write::WriteIntent intent =
            write::make_intent(table, schema, write::WriteKind::Put, line.item);
        intent.condition = line.condition ? &*line.condition : nullptr;
        intent.return_item_on_failure = true;
        for (int attempt = 1;; ++attempt) {
            context.now = universe_.now();
            RequestOutcome outcome;
            const auto written = universe_.committer().apply(intent, context, outcome);
            if (written.has_value()) {
                add_usage(schema, *written, usage);
                return written->consumption.total();
            }
            const bool is_busy =
                written.error().type == protocol::ErrorType::TransactionConflictException;
            if (!is_busy || attempt == kMostAttempts) return written.error();
        }
    };
    around.stop = [this, table, &due] {
        flush_work();
        if (shared_.ends_transfers || !universe_.transfers().bulk_operations.is_running(due))
            return BulkStop::Leave;
        if (universe_.transfers().bulk_operations.is_cancelled(due)) return BulkStop::Cancel;
        return table != nullptr && serves(*table) ? BulkStop::None : BulkStop::Gone;
    };
    around.note = [this, &due](const protocol::formats::transfer::BulkDescription& so_far) {
        universe_.transfers().bulk_operations.note_progress(due, so_far);
    };
    around.now = [this] { return universe_.now(); };
    return around;
}

}  // namespace stator::engine::universes::work
