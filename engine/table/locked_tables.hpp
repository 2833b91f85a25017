// LockedTables: locks every partition of some tables and of their global indexes as long as this
// object exists.
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
    // Locked after the tables' partitions, because these locks keep the set of indexes from
    // changing.
    const storage::PartitionLocks indexes_;
};

}  // namespace stator::engine::table
