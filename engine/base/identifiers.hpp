// Strong identifiers: the compiler refuses to take one kind for another.
#pragma once

#include <compare>
#include <cstdint>

#include "engine/base/vocabulary.hpp"

namespace stator::engine {

// A table's number within the data file; never reused. It also names the table's SQLite table.
struct TableNumber {
    std::uint32_t value = 0;

    friend auto operator<=>(TableNumber, TableNumber) = default;
};

// A stream's number within the data file; never reused.
struct StreamNumber {
    std::uint32_t value = 0;

    friend auto operator<=>(StreamNumber, StreamNumber) = default;
};

// A partition of one table or global index: 1, 2, 3 … within it, in the order they came to be. The
// same requests give the same ids in any universe and any process.
struct PartitionId {
    std::uint64_t value = 0;

    friend auto operator<=>(PartitionId, PartitionId) = default;
};

// Position of a commit in the engine's single total order; 0 means "before everything".
struct SequenceNumber {
    std::uint64_t value = 0;

    friend auto operator<=>(SequenceNumber, SequenceNumber) = default;
};

// A batch's turn in the journal's queue: 1, 2, 3 …. 0 means no batch and counts as durable.
struct JournalTicket {
    std::uint64_t value = 0;

    friend auto operator<=>(JournalTicket, JournalTicket) = default;
};

}  // namespace stator::engine
