// Effects: what a change of an item means for the table's indexes. Pure functions.
//
// Nothing else writes index entries, so those made by a write, by a backfill and by loading a data
// file are the same.
#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <string>

#include "engine/schema/schema.hpp"
#include "engine/storage/record.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::table {

// An item's row in one index; the record is empty when the item is not in the index.
struct DerivedEntry {
    std::uint64_t hash = 0;
    storage::Record record;

    storage::KeyView key() const { return {hash, record.pk(), record.sk()}; }
};

// The index entry of `image` (may be null). An item without a key attribute, or with a value that
// cannot be a key there, has none.
// AWS: a backfill skips such items without an error. [case UpdateTable/backfill_skips]
DerivedEntry derive_entry(
    const schema::TableSchema& schema,
    const schema::IndexSchema& index,
    const values::ItemImagePtr& image
);

// The change in one index; `before` and `after` differ.
struct IndexEffect {
    const schema::IndexSchema* index;
    DerivedEntry before;
    DerivedEntry after;

    // True when the old position is vacated, because the entry was deleted or moved.
    bool leaves_position() const;

    // AWS: adding, removing and changing an entry cost the larger side; moving a key costs both.
    // [case items/index_capacity_of_sizes]
    double write_units() const;
};

using IndexEffects = absl::InlinedVector<IndexEffect, 2>;

// The effect on every index of replacing `old_image` by `new_image` (either may be null).
IndexEffects derive_effects(
    const schema::TableSchema& schema,
    const values::ItemImagePtr& old_image,
    const values::ItemImagePtr& new_image
);

// The hash attributes' part of an index position, from raw key bytes.
std::string index_partition_key(const std::vector<std::string_view>& parts);
std::uint64_t index_hash(const std::vector<std::string_view>& parts);

// What separates entries with equal index keys: a hash of the item's key, then the key itself.
// AWS: ties are ordered by the hash of the table's key. [case Query/index_ties]
void append_tie_breaker(std::string& sk, std::string_view table_pk, std::string_view table_sk);

}  // namespace stator::engine::table
