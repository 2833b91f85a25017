#include "engine/table/locked_tables.hpp"

namespace stator::engine::table {
namespace {

using Tables = std::span<const std::shared_ptr<const Table>>;

using PartitionSets = std::vector<const storage::PartitionSet*>;

PartitionSets partitions_of(Tables tables) {
    PartitionSets sets;
    for (const auto& table : tables) sets.push_back(&table->partitions());
    return sets;
}

PartitionSets index_partitions_of(Tables tables) {
    PartitionSets sets;
    for (const auto& table : tables) {
        for (const schema::IndexSchema& index : table->schema_under_lock().indexes) {
            if (index.global) sets.push_back(&table->contents_under_lock().of(index));
        }
    }
    return sets;
}

}  // namespace

LockedTables::LockedTables(Tables tables)
    : tables_(partitions_of(tables)), indexes_(index_partitions_of(tables)) {}

}  // namespace stator::engine::table
