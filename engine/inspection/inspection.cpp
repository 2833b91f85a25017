#include "engine/inspection/inspection.hpp"

#include <algorithm>
#include <memory>

#include "engine/catalog/catalog.hpp"
#include "engine/storage/partition.hpp"
#include "engine/table/table.hpp"
#include "engine/table/throughput_source.hpp"

namespace stator::engine::inspection {
namespace {

constexpr std::size_t kKeysShown = 8;
// A partition key with very many items must not make the call slow.
constexpr std::size_t kSlotsLookedAt = 2'000;
constexpr std::int64_t kHourMs = 3'600'000;

// The text of the partition key of a tree's entry.
std::string text_of(
    const table::TableSnapshot& snapshot,
    const schema::IndexSchema* index,
    const values::ItemImage& image
) {
    if (index != nullptr) return table::index_key_text(*index, image);
    return table::key_text(snapshot.schema.hash.type, image.pk());
}

std::vector<std::string> first_keys(
    const table::TableSnapshot& snapshot,
    const schema::IndexSchema* index,
    const storage::Tree& tree
) {
    std::vector<std::string> keys;
    std::size_t looked_at = 0;
    for (const storage::Slot& slot : tree) {
        if (keys.size() == kKeysShown || ++looked_at > kSlotsLookedAt) break;
        const auto* image = slot.current_image();
        if (image == nullptr) continue;
        std::string text = text_of(snapshot, index, *image);
        if (keys.empty() || keys.back() != text) keys.push_back(std::move(text));
    }
    return keys;
}

void add_partitions(
    std::vector<PartitionState>& states,
    const std::string& region,
    const table::Table& table,
    const schema::IndexSchema* index
) {
    const auto snapshot = table.snapshot();
    for (storage::Partition* const partition : table.partitions_of(*snapshot, index).all()) {
        const MutexLock lock(partition->mutex());
        const storage::Tree& tree = partition->items();
        states.push_back(
            {.region = region,
             .table = snapshot->description.name,
             .index = index == nullptr ? "" : index->name,
             .id = partition->id(),
             .range = partition->range(),
             .items = tree.item_count(),
             .bytes = tree.item_bytes(),
             .origin = partition->origin(),
             .keys = first_keys(*snapshot, index, tree)}
        );
    }
}

void add_expiry(
    std::vector<DueWork>& work, const std::string& region, const table::Table& table, Instant now
) {
    Instant first = kNever;
    const auto partitions = table.partitions().all();
    for (storage::Partition* const partition : partitions) {
        const MutexLock lock(partition->mutex());
        first = std::min(first, partition->expiries().first_from(now));
    }
    if (first == kNever) return;
    std::size_t items = 0;
    for (storage::Partition* const partition : partitions) {
        const MutexLock lock(partition->mutex());
        items += partition->expiries().between(first, first + kHourMs, kMostCounted).size();
    }
    work.push_back(
        {DueWork::Kind::Expiry,
         first,
         region,
         table.snapshot()->description.name,
         std::min(items, kMostCounted)}
    );
}

void add_backfills(
    std::vector<DueWork>& work, const std::string& region, const table::Table& table, Instant now
) {
    if (!table.is_filling()) return;
    const auto description = table.snapshot()->description;
    const auto all_items = static_cast<std::size_t>(table.statistics().table.items);
    for (const table::Backfill& backfill : table.backfills()) {
        work.push_back(
            {DueWork::Kind::Backfill,
             now,
             region,
             description.name,
             backfill.items,
             backfill.index,
             all_items}
        );
    }
}

}  // namespace

std::vector<PartitionState> inspect_partitions(
    universes::Universe& universe, std::string_view table
) {
    std::vector<PartitionState> states;
    for (const universes::Region& region : universe.regions()) {
        for (const auto& each : region.catalog->tables()) {
            const auto snapshot = each->snapshot();
            if (!table.empty() && snapshot->description.name != table) continue;
            add_partitions(states, region.place.region, *each, nullptr);
            for (const schema::IndexSchema& index : snapshot->schema.indexes) {
                if (index.global) add_partitions(states, region.place.region, *each, &index);
            }
        }
    }
    return states;
}

std::vector<DueWork> inspect_due(universes::Universe& universe) {
    std::vector<DueWork> work;
    // Runs overdue work, so that it is not listed.
    const Instant now = universe.run_due_if_needed();
    for (const universes::Region& region : universe.regions()) {
        const Instant transition = region.catalog->next_deadline();
        if (transition != kNever) {
            work.push_back({DueWork::Kind::Transition, transition, region.place.region, {}, 0});
        }
        for (const auto& table : region.catalog->tables()) {
            add_backfills(work, region.place.region, *table, now);
        }
        for (const auto& table : region.catalog->tables_with_time_to_live()) {
            add_expiry(work, region.place.region, *table, now);
        }
    }
    for (const auto& group : universe.global_tables().all()) {
        const auto next = group->next_arrival(now);
        if (next) {
            work.push_back(
                {DueWork::Kind::Replication, next->at, next->region, group->definition().table, 0}
            );
        }
    }
    std::ranges::stable_sort(work, {}, &DueWork::at);
    return work;
}

}  // namespace stator::engine::inspection
