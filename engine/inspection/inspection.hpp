// Inspection: the partitions of a universe's items, and its pending work. For the console and admin
// API; not used by requests. Returns copies as of the call. Thread-safe.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/schema/hash_range.hpp"
#include "engine/storage/partition.hpp"
#include "engine/universes/universe.hpp"

namespace stator::engine::inspection {

// A partition of a table (index "") or of a global index.
struct PartitionState {
    std::string region;
    std::string table;
    std::string index;
    PartitionId id;
    schema::HashRange range;  // of the hashes of its items
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    // The partition that it was split from, and when. nullopt for an initial partition.
    std::optional<storage::SplitOrigin> origin;
    // Some of its first partition keys, in the order of their hashes.
    std::vector<std::string> keys;
};

// The partitions of all tables, or of those with that name; ordered by table, index and hash range.
std::vector<PartitionState> inspect_partitions(
    universes::Universe& universe, std::string_view table = {}
);

struct DueWork {
    enum class Kind : unsigned char {
        Expiry,       // items of a table expire
        Transition,   // a table's status changes, or streams are trimmed, in the region
        Replication,  // a write of another region arrives
        Backfill,     // existing items are added to a new index, or expiries are noted
    };

    Kind kind = Kind::Expiry;
    Instant at;  // of the first piece of work
    std::string region;
    std::string table;  // for all but Transition
    // For Expiry: the number of items that expire within an hour of the first, kMostCounted at
    // most. For Backfill: the number of items processed.
    std::size_t items = 0;
    std::string index = {};     // for Backfill; "" for the expiries
    std::size_t all_items = 0;  // for Backfill: the table's items
};

inline constexpr std::size_t kMostCounted = 10'000;

// Runs overdue work, then lists pending work in order of due time.
std::vector<DueWork> inspect_due(universes::Universe& universe);

}  // namespace stator::engine::inspection
