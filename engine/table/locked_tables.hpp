// LockedTables: every partition of some tables and of their global indexes, locked for as long as
// this lives.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "engine/storage/partition_locks.hpp"
#include "engine/table/table.hpp"

namespace stator::engine::table {

class LockedTables {
public:
    explicit LockedTables(std::span<const std::shared_ptr<const Table>> tables);

private:
    const storage::PartitionLocks tables_;
    // The partitions of the tables are locked, which fixes the set of indexes.
    const storage::PartitionLocks indexes_;
};

}  // namespace stator::engine::table
