#include "engine/table/backfill.hpp"

#include <algorithm>

#include "engine/table/effects.hpp"
#include "engine/table/vector_effects.hpp"
#include "engine/vectors/vector_index.hpp"

namespace stator::engine::table {
namespace {

using values::ItemImagePtr;

void add_to_global(
    const schema::TableSchema& schema,
    const schema::IndexSchema& index,
    storage::PartitionSet& partitions,
    const ItemImagePtr& image
) {
    const DerivedEntry entry = derive_entry(schema, index, image);
    if (!entry.record) return;
    const storage::LockedPartition target(partitions, entry.hash);
    if (target->items().find(entry.key())) return;
    target->items().install(entry.key(), entry.record, storage::CommitStamp{}, false);
}

void add_to_vectors(
    const schema::TableSchema& schema,
    const schema::VectorIndexSchema& index,
    vectors::VectorIndex& vectors,
    const ItemImagePtr& image
) {
    const auto entry = derive_vector(schema, index, image);
    if (!entry) return;
    const vectors::VectorIndexLocks lock({&vectors});
    if (vectors.contains(entry->hash, image->pk(), image->sk())) return;
    vectors.add(entry->hash, entry->row, {}, false);
}

// Calls add(image) for the item with the backfill's next key and for later items. Returns false if
// no items are left.
template <class Add>
bool add_some(
    Backfill& backfill, FillBudget& budget, storage::Partition& partition, const Add& add
) {
    auto slot = partition.items().lower_bound({backfill.hash, backfill.pk, backfill.sk});
    const auto end = partition.items().end();
    for (; slot != end && !budget.is_used_up(); ++slot) {
        --budget.items;
        ++backfill.items;
        const storage::Record current = slot->current();
        if (!current) continue;
        budget.bytes -= std::min<std::size_t>(budget.bytes, current.image()->item_size());
        add(current.shared_image());
    }
    if (slot != end) {
        const storage::KeyView next = slot->key();
        backfill.hash = next.hash;
        backfill.pk = next.pk;
        backfill.sk = next.sk;
        return true;
    }
    const std::uint64_t last = partition.range().last;
    backfill.hash = last + 1;
    backfill.pk.clear();
    backfill.sk.clear();
    return last != UINT64_MAX;
}

}  // namespace

bool go_on(
    Backfill& backfill,
    FillBudget& budget,
    storage::Partition& partition,
    const schema::TableSchema& schema,
    const IndexContents& contents
) {
    if (backfill.index.empty()) {
        const std::string& attribute = schema.time_to_live_attribute;
        return !attribute.empty() &&
               add_some(backfill, budget, partition, [&](const ItemImagePtr& image) {
                   partition.expiries().replace(nullptr, image, attribute);
               });
    }
    if (const auto* const index = schema.find_index(backfill.index); index != nullptr) {
        return add_some(backfill, budget, partition, [&](const ItemImagePtr& image) {
            add_to_global(schema, *index, contents.of(*index), image);
        });
    }
    if (const auto* const index = schema.find_vector_index(backfill.index); index != nullptr) {
        return add_some(backfill, budget, partition, [&](const ItemImagePtr& image) {
            add_to_vectors(schema, *index, contents.of(*index), image);
        });
    }
    return false;
}

}  // namespace stator::engine::table
