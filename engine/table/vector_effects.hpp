// What a change of an item means for the table's vector indexes. Nothing else adds vectors or
// removes them, so those of a write, of a backfill and of a data file are the same.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/schema/schema.hpp"
#include "engine/storage/partition.hpp"
#include "engine/table/index_contents.hpp"
#include "engine/vectors/vector_index.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::table {

// An item's row in one vector index.
struct VectorEntry {
    std::string hash;  // the encoded HASH value; "" in an index without HASH
    vectors::VectorRow row;
};

// Nothing when the index cannot hold the item. AWS: a backfill skips such items without an error.
// [case UpdateTable/vector_index_backfill] Precondition: the image's keys are bound.
std::optional<VectorEntry> derive_vector(
    const schema::TableSchema& schema,
    const schema::VectorIndexSchema& index,
    const values::ItemImagePtr& image
);

// The change in one vector index.
struct VectorEffect {
    const schema::VectorIndexSchema* index;
    values::ItemImagePtr before;  // the item that leaves its row; null for none
    std::string hash_before = {};
    std::int64_t bytes_before = 0;
    std::optional<VectorEntry> after = {};

    // VectorWriteRequestBytes. AWS: the larger side of both, and no less than 1,024.
    // [case PutItem/vector_capacity]
    std::int64_t write_bytes() const;
};

using VectorEffects = std::vector<VectorEffect>;

// The effect on every vector index of replacing `old_image` by `new_image` (either may be null),
// which differ.
VectorEffects derive_vector_effects(
    const schema::TableSchema& schema,
    const values::ItemImagePtr& old_image,
    const values::ItemImagePtr& new_image
);

// How much less the item is billed for when it is written than its size: for each vector, what the
// list takes more than four bytes an element.
std::int64_t list_excess(const schema::TableSchema& schema, const values::ItemImage& image);

// The caller has locked the vector indexes.
void install_vector_effects(
    const VectorEffects& effects,
    const IndexContents& contents,
    const storage::CommitStamp& stamp,
    bool keeps_history
);

}  // namespace stator::engine::table
