// Derives the changes of the table's vector indexes from a change of an item. Only this code adds
// and removes vectors, so that writes, backfills and loading a data file produce the same entries.
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

// Returns nullopt if the index cannot contain the item.
// AWS: a backfill skips such items without an error. [case UpdateTable/vector_index_backfill]
// Precondition: the image's keys are bound.
std::optional<VectorEntry> derive_vector(
    const schema::TableSchema& schema,
    const schema::VectorIndexSchema& index,
    const values::ItemImagePtr& image
);

// The change in one vector index.
struct VectorEffect {
    const schema::VectorIndexSchema* index;
    values::ItemImagePtr before;  // the item whose row is removed, or null
    std::string hash_before = {};
    std::int64_t bytes_before = 0;
    std::optional<VectorEntry> after = {};

    // VectorWriteRequestBytes.
    // AWS: the larger of the sizes before and after, and at least 1,024.
    // [case PutItem/vector_capacity]
    std::int64_t write_bytes() const;
};

using VectorEffects = std::vector<VectorEffect>;

// Returns the effect on every vector index of replacing `old_image` with `new_image` (either may be
// null), which differ.
VectorEffects derive_vector_effects(
    const schema::TableSchema& schema,
    const values::ItemImagePtr& old_image,
    const values::ItemImagePtr& new_image
);

// Returns the bytes of the item's size that a write is not billed for: for each vector, the bytes
// of its list beyond four bytes per element.
std::int64_t list_excess(const schema::TableSchema& schema, const values::ItemImage& image);

// Applies the effects to the vector indexes, which the caller has locked.
void install_vector_effects(
    const VectorEffects& effects,
    const IndexContents& contents,
    const storage::CommitStamp& stamp,
    bool keeps_history
);

}  // namespace stator::engine::table
