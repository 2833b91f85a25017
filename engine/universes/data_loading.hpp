// Data loading: fills catalogs that are not yet in use from a data file: the one of a starting
// process, or a snapshot.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "engine/base/instant.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/persistence/data_file.hpp"
#include "engine/persistence/durable_section.hpp"

namespace stator::engine::universes {

// The destination of loaded data, and the names it gets.
struct LoadingTarget {
    std::function<catalog::Catalog&(const Place& place)> catalog;
    std::function<TableNumber(TableNumber stored)> table_number;
    std::function<StreamNumber(StreamNumber stored)> stream_number;
    // Adapts entries of durable sections, and receives them.
    const persistence::DurableSections& sections;
    std::function<void(persistence::EntryRow entry)> entry;
    // If set: only the default universe is loaded, under this name. Otherwise all universes are.
    std::optional<std::string> renamed_default;
    // Returns the time of the universe that a table is loaded into.
    std::function<Instant(const Place& place)> now;
    // Called now and then with the number of items so far. May be empty.
    std::function<void(std::uint64_t items)> report;
    // Offset added to all times: expiry times of items, creation times of tables, streams and
    // records.
    std::int64_t shift_ms = 0;
};

// Must be called before load_tables(), because the entries contain the clock's setting. Throws
// UnreadableDataFile.
void load_entries(persistence::DataFile& file, const LoadingTarget& target);

// Loads tables and streams with their contents. Throws UnreadableDataFile. The caller must still
// finish restoring the catalogs.
void load_tables(persistence::DataFile& file, const LoadingTarget& target);

}  // namespace stator::engine::universes
