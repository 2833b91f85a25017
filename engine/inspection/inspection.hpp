// Inspection: where the items of a universe lie, and what is due in it. For people who look inside;
// no request needs it. Figures are values as of the call. Thread-safe.
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
    schema::HashRange range;  // of the hashes that lie here
    std::int64_t items = 0;
    std::int64_t bytes = 0;
    // What it has split from, and when; nothing if it was there from the start.
    std::optional<storage::SplitOrigin> origin;
    // The first partition keys in it, in the order of their hashes: a few of them.
    std::vector<std::string> keys;
};

// Of all tables, or of those with that name; table by table, index by index, in the order of
// ranges.
std::vector<PartitionState> inspect_partitions(
    universes::Universe& universe, std::string_view table = {}
);

struct DueWork {
    enum class Kind : unsigned char {
        Expiry,       // items of a table expire
        Transition,   // a status of the region's tables changes, or its streams are trimmed
        Replication,  // a write of another region arrives
        Backfill,     // existing items come into a new index, or expiries are noted
    };

    Kind kind = Kind::Expiry;
    Instant at;  // the first of it
    std::string region;
    std::string table;  // for all but Transition
    // For Expiry: how many within an hour of the first; kMostCounted at most. For Backfill: how
    // many have been looked at.
    std::size_t items = 0;
    std::string index = {};     // for Backfill; "" for the expiries
    std::size_t all_items = 0;  // for Backfill: how many the table has
};

inline constexpr std::size_t kMostCounted = 10'000;

// What is known to be due, the next first; what is due already is done instead.
std::vector<DueWork> inspect_due(universes::Universe& universe);

}  // namespace stator::engine::inspection
