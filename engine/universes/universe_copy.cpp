#include "engine/universes/universe_copy.hpp"

#include <utility>
#include <vector>

#include "engine/storage/partition_locks.hpp"

namespace stator::engine::universes {
namespace {

using Tables = std::vector<std::shared_ptr<table::Table>>;

using PartitionSets = std::vector<const storage::PartitionSet*>;

PartitionSets partitions_of(const std::vector<Tables>& tables) {
    PartitionSets sets;
    for (const Tables& region : tables) {
        for (const auto& table : region) sets.push_back(&table->partitions());
    }
    return sets;
}

// Of their global indexes. The partitions of the tables are locked, which fixes the set of indexes.
PartitionSets index_partitions_of(const std::vector<Tables>& tables) {
    PartitionSets sets;
    for (const Tables& region : tables) {
        for (const auto& table : region) {
            for (const schema::IndexSchema& index : table->schema_under_lock().indexes) {
                if (index.global) sets.push_back(index.partitions.get());
            }
        }
    }
    return sets;
}

// Copies what has been collected, once every catalog is held.
void copy_tables(
    std::span<const CatalogCopy> catalogs,
    const std::vector<Tables>& tables,
    const CopyingHelp& help
) STATOR_NO_ANALYSIS {  // hold_and_copy() holds the catalogs, one call inside the other
    const storage::PartitionLocks locks(partitions_of(tables));
    const storage::PartitionLocks index_locks(index_partitions_of(tables));
    if (help.while_held) help.while_held();
    persistence::ChangeBatch copies;
    for (std::size_t i = 0; i < catalogs.size(); ++i) {
        catalogs[i].copy.copy_tables(catalogs[i].original, tables[i], help.now, copies);
    }
    if (help.made) help.made(std::move(copies));
}

// Holds one catalog after the other, the later ones inside.
void hold_and_copy(
    std::span<const CatalogCopy> catalogs, std::vector<Tables>& tables, const CopyingHelp& help
) {
    if (tables.size() == catalogs.size()) {
        return copy_tables(catalogs, tables, help);
    }
    catalogs[tables.size()].original.visit([&](const Tables& held) {
        tables.push_back(held);
        hold_and_copy(catalogs, tables, help);
    });
}

}  // namespace

void copy_catalogs(std::span<const CatalogCopy> catalogs, const CopyingHelp& help) {
    std::vector<Tables> tables;
    hold_and_copy(catalogs, tables, help);
}

}  // namespace stator::engine::universes
