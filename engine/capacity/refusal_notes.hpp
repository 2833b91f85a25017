// RefusalNotes: where one request has been counted as throttled, or as one that would have been, so
// that a request with many items counts once for each partition, and once for each table and index.
// A value that belongs to one request; not thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/identifiers.hpp"

namespace stator::engine::capacity {

class RefusalNotes {
public:
    // True the first time that the table (index "") or index is noted.
    bool note(TableNumber table, std::string_view index) { return add(table, index, {}); }

    // True the first time that the partition is noted.
    bool note(TableNumber table, std::string_view index, PartitionId partition) {
        return add(table, index, partition);
    }

private:
    struct Note {
        TableNumber table;
        std::string index;
        std::optional<PartitionId> partition;  // nothing: the table or index as a whole
    };

    bool add(TableNumber table, std::string_view index, std::optional<PartitionId> partition);

    std::vector<Note> notes_;
};

}  // namespace stator::engine::capacity
