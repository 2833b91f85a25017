// Backfill: the items that were there before an index come into it, a few at a time.
//
// Writes maintain a new index from the moment when the table has it. It is empty then. A backfill
// looks at every item of the table in the order of the keys, each under the lock of its partition,
// and adds the entries that no write has added yet. The same holds for the expiries when the time
// to live is turned on. A value.
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
    // The first key that has not been looked at.
    std::uint64_t hash = 0;
    std::string pk = {};
    std::string sk = {};
    // How many items have been looked at.
    std::uint64_t items = 0;
};

// The work of one step, which takes less than a millisecond. It counts bytes because a projected
// entry is a copy of the item.
struct FillBudget {
    std::size_t items = 256;
    std::size_t bytes = std::size_t{256} * 1024;

    bool is_used_up() const { return items == 0 || bytes == 0; }
};

// Looks at items of the partition that has the backfill's next key, which is locked. False: there
// are no more in any partition, or the schema no longer has the index.
bool go_on(
    Backfill& backfill,
    FillBudget& budget,
    storage::Partition& partition,
    const schema::TableSchema& schema,
    const IndexContents& contents
);

}  // namespace stator::engine::table
