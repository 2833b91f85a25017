#include "engine/operations/batch.hpp"

#include <absl/container/flat_hash_set.h>

#include <set>
#include <utility>

#include "engine/capacity/capacity.hpp"
#include "engine/catalog/target_table.hpp"
#include "engine/operations/batch_progress.hpp"
#include "engine/operations/read_watch.hpp"
#include "engine/read/read.hpp"
#include "engine/schema/item_keys.hpp"
#include "engine/schema/key_checks.hpp"
#include "engine/schema/vector_checks.hpp"
#include "engine/write/intent.hpp"
#include "protocol/base/limits.hpp"
#include "protocol/errors/items.hpp"

namespace stator::engine::operations {
namespace {

using requests::batch::BatchGetReply;
using requests::batch::BatchGetTable;
using requests::batch::BatchGetTableReply;
using requests::batch::BatchWrite;
using requests::batch::BatchWriteReply;
using requests::batch::BatchWriteTable;
using requests::batch::BatchWriteTableReply;
using values::ItemImagePtr;

Result<void> check_keys(const catalog::TargetTable& target, const BatchGetTable& block) {
    for (const auto& key : block.keys) {
        STATOR_CHECK(schema::check_key(target.schema(), *key));
        schema::bind_item_keys(target.schema(), *key);
    }
    return schema::check_projection_paths(target.schema(), block.projection);
}

// A request may address a table by its name and by its ARN; a key requested under both is a
// duplicate.
Result<void> check_shared_keys(
    const std::vector<catalog::TargetTable>& targets,
    const std::vector<BatchGetTable>& blocks,
    std::size_t first,
    std::size_t second
) {
    if (targets[first].table != targets[second].table) return {};
    for (const auto& key : blocks[second].keys) {
        for (const auto& other : blocks[first].keys) {
            if (key->payload() == other->payload()) {
                return errors::duplicate_batch_keys();
            }
        }
    }
    return {};
}

// Reads one table's keys while the reply has room.
BatchGetTableReply read_keys(
    ReadWatch& watch,
    const catalog::TargetTable& target,
    const BatchGetTable& block,
    BatchProgress& progress,
    RequestOutcome& outcome
) {
    BatchGetTableReply reply;
    read::Moments* const moments = watch.moments(block.consistent, Breadth::Batch);
    std::size_t& response_bytes = progress.response_bytes;
    absl::flat_hash_set<std::pair<std::string_view, std::string_view>> seen;
    for (const auto& key : block.keys) {
        if (response_bytes > protocol::kMaxBatchGetBytes) {
            progress.give_back();
            reply.unprocessed_keys.emplace_back(key);
            continue;
        }
        // AWS: two spellings of one number key are one item. [case BatchGetItem/duplicate_numbers]
        if (!seen.emplace(key->pk(), key->sk()).second) continue;
        const storage::KeyView place{schema::item_hash(*key), key->pk(), key->sk()};
        if (!progress.processes(watch.admit(place))) {
            reply.unprocessed_keys.emplace_back(key);
            continue;
        }
        const ItemImagePtr item =
            read::read_item(*target.table, place, moments, block.consistent ? &outcome : nullptr);
        const std::size_t bytes = item ? item->item_size() : 0;
        response_bytes += bytes;
        if (response_bytes > protocol::kMaxBatchGetBytes) {
            progress.give_back();
            reply.unprocessed_keys.emplace_back(key);
            continue;
        }
        requests::Consumption consumption;
        consumption.table =
            capacity::read_units(static_cast<std::int64_t>(bytes), block.consistent);
        watch.note_item(place, consumption, item != nullptr);
        reply.consumption.add(consumption);
        if (item != nullptr) reply.items.push_back(item);
    }
    return reply;
}

// Error: the same item appears twice, after numbers are normalised.
Result<void> check_duplicates(const catalog::TargetTable& target, const BatchWriteTable& block) {
    absl::flat_hash_set<std::pair<std::string_view, std::string_view>> seen;
    seen.reserve(block.writes.size());
    const schema::TableSchema& schema = target.schema();
    for (const BatchWrite& write : block.writes) {
        const auto hash = write.image->find(schema.hash.name);
        const auto range = schema.range ? write.image->find(schema.range->name) : std::nullopt;
        if (!hash || (schema.range && !range)) continue;  // the key check reports the error
        const std::string_view pk = hash->encoded();
        const std::string_view sk = range ? range->encoded() : std::string_view();
        if (!seen.emplace(pk, sk).second) return errors::duplicate_batch_keys();
    }
    return {};
}

Result<void> check_writes(const catalog::TargetTable& target, const BatchWriteTable& block) {
    for (const BatchWrite& write : block.writes) {
        if (!write.is_put) {
            STATOR_CHECK(schema::check_key(target.schema(), *write.image));
            continue;
        }
        STATOR_CHECK(schema::check_item_key(target.schema(), *write.image, true));
        STATOR_CHECK(schema::check_index_keys(target.schema(), *write.image));
        STATOR_CHECK(schema::check_vectors(target.schema(), *write.image));
    }
    return {};
}

// The part of a BatchWriteItem for one table.
struct BatchWritePart {
    const catalog::TargetTable& target;
    const BatchWriteTable& block;
    bool collection_metrics = false;
};

Result<BatchWriteTableReply> write_items(
    const universes::Call& call, const BatchWritePart& part, BatchProgress& progress
) {
    BatchWriteTableReply reply;
    std::set<std::string> collections;
    const catalog::TargetTable& target = part.target;
    const bool metrics = part.collection_metrics && target.schema().has_local_index();
    for (const BatchWrite& write : part.block.writes) {
        const auto kind = write.is_put ? write::WriteKind::Put : write::WriteKind::Delete;
        write::WriteIntent intent =
            write::make_intent(target.table, target.schema(), kind, write.image);
        // AWS: a conflict is not one of the errors of a BatchWriteItem. [API reference,
        // BatchWriteItem]
        intent.meets_rare_refusals = false;
        if (!progress.processes({})) {
            reply.unprocessed.push_back(&write);
            continue;
        }
        auto written = call.universe.committer().apply(intent, call.context, call.outcome);
        if (written.has_error()) {
            if (!BatchProgress::is_throttling(written.error())) return std::move(written).error();
            progress.throttle(written.error());
            reply.unprocessed.push_back(&write);
            continue;
        }
        reply.consumption.add(written->consumption);
        if (metrics && collections.insert(std::string(intent.image->pk())).second) {
            reply.collection_keys.push_back(schema::collection_key(target.schema(), *intent.image));
        }
    }
    return reply;
}

}  // namespace

Result<requests::batch::BatchGetReply> batch_get_item(
    const universes::Call& call, requests::batch::BatchGetRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(auto targets, catalog::find_targets(catalog, request.tables));
    for (std::size_t i = 0; i < targets.size(); ++i) {
        STATOR_CHECK(check_keys(targets[i], request.tables[i]));
        for (std::size_t j = 0; j < i; ++j) {
            STATOR_CHECK(check_shared_keys(targets, request.tables, j, i));
        }
    }
    STATOR_CHECK(faults::refuse(call.context));
    BatchProgress progress(call.context);
    BatchGetReply reply;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        if (request.tables[i].consistent) call.outcome.wait_for(catalog.last_ticket());
        ReadWatch watch(call, *targets[i].table, *targets[i].snapshot);
        STATOR_CHECK(watch.reach(request.tables[i].consistent));
        reply.tables.push_back(
            read_keys(watch, targets[i], request.tables[i], progress, call.outcome)
        );
    }
    STATOR_CHECK(progress.finish());
    return reply;
}

Result<requests::batch::BatchWriteReply> batch_write_item(
    const universes::Call& call, requests::batch::BatchWriteRequest& request
) {
    catalog::Catalog& catalog = call.catalog();
    STATOR_TRY(auto targets, catalog::find_targets(catalog, request.tables));
    for (std::size_t i = 0; i < targets.size(); ++i) {
        STATOR_CHECK(check_duplicates(targets[i], request.tables[i]));
        STATOR_CHECK(check_writes(targets[i], request.tables[i]));
    }
    STATOR_CHECK(faults::refuse(call.context));
    BatchProgress progress(call.context);
    BatchWriteReply reply;
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const BatchWritePart part{targets[i], request.tables[i], request.collection_metrics};
        STATOR_TRY(auto table, write_items(call, part, progress));
        reply.tables.push_back(std::move(table));
    }
    STATOR_CHECK(progress.finish());
    return reply;
}

}  // namespace stator::engine::operations
