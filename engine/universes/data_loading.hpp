// Data loading: fills catalogs that are not in use yet from a data file: the one a process starts
// with, or a snapshot.
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

// Where loaded data goes, and under which names.
struct LoadingTarget {
    std::function<catalog::Catalog&(const Place& place)> catalog;
    std::function<TableNumber(TableNumber stored)> table_number;
    std::function<StreamNumber(StreamNumber stored)> stream_number;
    // Adapts entries of durable sections, and takes them.
    const persistence::DurableSections& sections;
    std::function<void(persistence::EntryRow entry)> entry;
    // Set: only the default universe is loaded, under this name. Not set: all universes are.
    std::optional<std::string> renamed_default;
    // The time of the universe that a table goes to.
    std::function<Instant(const Place& place)> now;
    // Called from time to time with the number of items so far; may be empty.
    std::function<void(std::uint64_t items)> report;
    // Times move forward by this much: when items expire, when tables, streams and records were
    // made.
    std::int64_t shift_ms = 0;
};

// The entries come first, because they say what time it is. Throws UnreadableDataFile.
void load_entries(persistence::DataFile& file, const LoadingTarget& target);

// Tables and streams with all they hold. Throws UnreadableDataFile. The caller must still finish
// restoring the catalogs.
void load_tables(persistence::DataFile& file, const LoadingTarget& target);

}  // namespace stator::engine::universes
