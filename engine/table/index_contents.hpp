// IndexContents: the entries of a table's global indexes, and those of its vector indexes.
#pragma once

#include <memory>
#include <vector>

#include "engine/schema/schema.hpp"
#include "engine/storage/partition.hpp"
#include "engine/vectors/vector_index.hpp"

namespace stator::engine::table {

// Use it only with the schema that it was made for: in another schema, the same index may have
// another position. Copies share the entries. As thread-safe as the entries.
struct IndexContents {
    // By IndexSchema::position; null for a local index, whose entries are in the partitions of the
    // items.
    std::vector<std::shared_ptr<storage::PartitionSet>> partitions;
    // By VectorIndexSchema::position.
    std::vector<std::shared_ptr<vectors::VectorIndex>> vectors;

    // The partitions of a global index.
    storage::PartitionSet& of(const schema::IndexSchema& index) const {
        return *partitions[index.position];
    }

    vectors::VectorIndex& of(const schema::VectorIndexSchema& index) const {
        return *vectors[index.position];
    }
};

}  // namespace stator::engine::table
