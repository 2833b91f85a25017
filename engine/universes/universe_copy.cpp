#include "engine/universes/universe_copy.hpp"

#include <algorithm>
#include <vector>

#include "engine/storage/partition.hpp"

namespace stator::engine::universes {
namespace {

using Tables = std::vector<std::shared_ptr<table::Table>>;

// Every partition of several tables, and of their global indexes, locked.
class AllPartitions {
public:
    explicit AllPartitions(const std::vector<Tables>& tables) {
        const auto lock = [this](const auto& sets_of) {
            while (!lock_all(sets_of())) {
            }
        };
        lock([&] {
            std::vector<const storage::PartitionSet*> sets;
            for (const Tables& region : tables) {
                for (const auto& table : region) sets.push_back(&table->partitions());
            }
            return sets;
        });
        // Under the tables' locks, which fix the set of indexes.
        lock([&] {
            std::vector<const storage::PartitionSet*> sets;
            for (const Tables& region : tables) {
                for (const auto& table : region) {
                    for (const schema::IndexSchema& index : table->schema_under_lock().indexes) {
                        if (index.global) sets.push_back(index.partitions.get());
                    }
                }
            }
            return sets;
        });
    }

    ~AllPartitions() STATOR_NO_ANALYSIS {
        for (storage::Partition* partition : locked_) partition->mutex().unlock();
    }

    AllPartitions(const AllPartitions&) = delete;
    AllPartitions& operator=(const AllPartitions&) = delete;

private:
    static std::vector<storage::Partition*> partitions_of(
        const std::vector<const storage::PartitionSet*>& sets
    ) {
        std::vector<storage::Partition*> partitions;
        for (const storage::PartitionSet* set : sets) {
            for (storage::Partition* partition : set->all()) partitions.push_back(partition);
        }
        return partitions;
    }

    // False, and nothing new is locked, when a partition split before all were locked.
    bool lock_all(const std::vector<const storage::PartitionSet*>& sets) STATOR_NO_ANALYSIS {
        std::vector<storage::Partition*> partitions = partitions_of(sets);
        std::sort(
            partitions.begin(),
            partitions.end(),
            [](const storage::Partition* a, const storage::Partition* b) {
                return a->id() < b->id();
            }
        );
        for (storage::Partition* partition : partitions) partition->mutex().lock();
        if (partitions_of(sets).size() == partitions.size()) {
            locked_.insert(locked_.end(), partitions.begin(), partitions.end());
            return true;
        }
        for (storage::Partition* partition : partitions) partition->mutex().unlock();
        return false;
    }

    std::vector<storage::Partition*> locked_;
};

// Copies what has been collected, once every catalog is held.
void copy_tables(
    std::span<const CatalogCopy> catalogs,
    const std::vector<Tables>& tables,
    const CopyingHelp& help
) {
    const AllPartitions locked(tables);
    if (help.while_held) help.while_held();
    for (std::size_t i = 0; i < catalogs.size(); ++i) {
        catalogs[i].copy.copy_tables(catalogs[i].original, tables[i], help.now_ms);
    }
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
