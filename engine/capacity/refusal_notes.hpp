// RefusalNotes: the places where one request has been counted as throttled, or as one that would
// have been, so that a request with many items counts once for each partition, table and index. A
// value that belongs to one request; not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/identifiers.hpp"

namespace stator::engine::capacity {

class RefusalNotes {
public:
    // Returns true if this is the first note of the table (index "") or index.
    bool note(TableNumber table, std::string_view index) { return add(table, index, {}); }

    // Returns true if this is the first note of the partition.
    bool note(TableNumber table, std::string_view index, PartitionId partition) {
        return add(table, index, partition);
    }

private:
    struct Note {
        TableNumber table;
        std::string index;
        std::optional<PartitionId> partition;  // nullopt: the whole table or index
    };

    bool add(TableNumber table, std::string_view index, std::optional<PartitionId> partition);

    std::vector<Note> notes_;
};

}  // namespace stator::engine::capacity
