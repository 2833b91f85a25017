// Data loading: fills catalogs that nobody uses yet with what a data file holds: the one a process
// starts on, or a snapshot.
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

// Where what is stored goes, and by which names it goes there.
struct LoadingTarget {
    std::function<catalog::Catalog&(const Place& place)> catalog;
    std::function<TableNumber(TableNumber stored)> table_number;
    std::function<StreamNumber(StreamNumber stored)> stream_number;
    // Who knows what entries should look like, and who takes them, adapted.
    const persistence::DurableSections& sections;
    std::function<void(persistence::EntryRow entry)> entry;
    // Only the default universe is loaded, and this is its name here; nothing loads them all.
    std::optional<std::string> renamed_default;
    Instant now = {};
    // Told now and then how many items there are so far; may be empty.
    std::function<void(std::uint64_t items)> report;
};

// Throws UnreadableDataFile. The catalogs' restoring still has to be finished.
void load_data_file(persistence::DataFile& file, const LoadingTarget& target);

}  // namespace stator::engine::universes
