// Strong identifiers: the compiler rejects a mix-up of different kinds.
#pragma once

#include <compare>
#include <cstdint>

#include "engine/base/vocabulary.hpp"

namespace stator::engine {

// A table's number within the data file; never reused.
struct TableNumber {
    std::uint32_t value = 0;

    friend auto operator<=>(TableNumber, TableNumber) = default;
};

// A stream's number within the data file; never reused.
struct StreamNumber {
    std::uint32_t value = 0;

    friend auto operator<=>(StreamNumber, StreamNumber) = default;
};

// A partition of one table or global index: 1, 2, 3 … in the order of their creation. The same
// requests create the same ids in any universe and any process.
struct PartitionId {
    std::uint64_t value = 0;

    friend auto operator<=>(PartitionId, PartitionId) = default;
};

// Position of a commit in the engine's single total order; 0 means "before everything".
struct SequenceNumber {
    std::uint64_t value = 0;

    friend auto operator<=>(SequenceNumber, SequenceNumber) = default;
};

// A batch's position in the journal's queue: 1, 2, 3 …. 0 means no batch and counts as durable.
struct JournalTicket {
    std::uint64_t value = 0;

    friend auto operator<=>(JournalTicket, JournalTicket) = default;
};

}  // namespace stator::engine
