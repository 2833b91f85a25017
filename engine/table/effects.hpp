// Effects: derives the changes of the table's indexes from a change of an item. Pure functions.
//
// All index entries are made here, so that writes, backfills and loading a data file produce the
// same entries.
#pragma once

#include <absl/container/inlined_vector.h>

#include <cstdint>
#include <string>

#include "engine/schema/schema.hpp"
#include "engine/storage/record.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::table {

// An item's row in one index; the record is empty if the item is not in the index.
struct DerivedEntry {
    std::uint64_t hash = 0;
    storage::Record record;

    storage::KeyView key() const { return {hash, record.pk(), record.sk()}; }
};

// Returns the index entry of `image` (may be null). An item has no entry if it lacks a key
// attribute of the index or its value cannot be a key.
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

    // True if the old position becomes empty because the entry is deleted or moved.
    bool leaves_position() const;

    // AWS: adding, removing and changing an entry cost the larger side; moving a key costs both.
    // [case items/index_capacity_of_sizes]
    double write_units() const;
};

using IndexEffects = absl::InlinedVector<IndexEffect, 2>;

// Returns the effect on every index of replacing `old_image` with `new_image` (either may be null).
IndexEffects derive_effects(
    const schema::TableSchema& schema,
    const values::ItemImagePtr& old_image,
    const values::ItemImagePtr& new_image
);

// Encodes the raw key bytes of the hash attributes as the partition key of an index position.
std::string index_partition_key(const std::vector<std::string_view>& parts);
std::uint64_t index_hash(const std::vector<std::string_view>& parts);

// Appends the bytes that order entries with equal index keys: a hash of the item's key, then the
// key itself.
// AWS: ties are ordered by the hash of the table's key. [case Query/index_ties]
void append_tie_breaker(std::string& sk, std::string_view table_pk, std::string_view table_sk);

}  // namespace stator::engine::table
