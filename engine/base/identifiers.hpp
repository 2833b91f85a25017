// Strong identifiers, so that one cannot be passed for another.
#pragma once

#include <compare>
#include <cstdint>

namespace stator::engine {

// A table's number within the data file; never reused. Names its SQLite table too.
struct TableNumber {
    std::uint32_t value = 0;

    friend auto operator<=>(TableNumber, TableNumber) = default;
};

// A stream's number within the data file; never reused.
struct StreamNumber {
    std::uint32_t value = 0;

    friend auto operator<=>(StreamNumber, StreamNumber) = default;
};

// A partition's place in the lock order; unique in the process, later partitions are larger.
struct PartitionId {
    std::uint64_t value = 0;

    friend auto operator<=>(PartitionId, PartitionId) = default;
};

// Position of a commit in the engine's one total order; 0 is "before everything".
struct SequenceNumber {
    std::uint64_t value = 0;

    friend auto operator<=>(SequenceNumber, SequenceNumber) = default;
};

// A batch's turn in the journal's queue: 1, 2, 3 …; 0 stands for no batch and is always durable.
struct JournalTicket {
    std::uint64_t value = 0;

    friend auto operator<=>(JournalTicket, JournalTicket) = default;
};

}  // namespace stator::engine
