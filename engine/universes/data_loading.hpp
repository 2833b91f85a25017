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
    Instant now = {};
    // Called from time to time with the number of items so far; may be empty.
    std::function<void(std::uint64_t items)> report;
};

// Throws UnreadableDataFile. The caller must still finish restoring the catalogs.
void load_data_file(persistence::DataFile& file, const LoadingTarget& target);

}  // namespace stator::engine::universes
