// Backfill: adds items that existed before an index to it, a few at a time.
//
// A new index is empty, and writes maintain it as soon as the table has it. A backfill visits every
// item of the table in key order, under the lock of the item's partition, and adds the entries that
// no write has added yet. The expiries are filled in the same way when the time to live is enabled.
// A value type.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/schema/schema.hpp"
#include "engine/storage/partition.hpp"
#include "engine/table/index_contents.hpp"

namespace stator::engine::table {

struct Backfill {
    // The name of a global index or of a vector index; "" for the expiries.
    std::string index;
    // Distinguishes it from other backfills of the table.
    std::uint64_t number = 0;
    // The next key to visit.
    std::uint64_t hash = 0;
    std::string pk = {};
    std::string sk = {};
    // The number of items visited so far.
    std::uint64_t items = 0;
};

// The work of one step, which takes less than a millisecond. Bytes are counted because a projected
// entry is a copy of the item.
struct FillBudget {
    std::size_t items = 256;
    std::size_t bytes = std::size_t{256} * 1024;

    bool is_used_up() const { return items == 0 || bytes == 0; }
};

// Visits items of `partition`, which contains the backfill's next key and is locked. Returns false
// if no partition has further items, or the schema no longer has the index.
bool go_on(
    Backfill& backfill,
    FillBudget& budget,
    storage::Partition& partition,
    const schema::TableSchema& schema,
    const IndexContents& contents
);

}  // namespace stator::engine::table
