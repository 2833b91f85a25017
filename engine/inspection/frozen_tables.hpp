// Read-only copies of tables at one point in time, for viewing and comparing, while the original
// tables keep changing. A frozen table shares everything, and takes 16 bytes per item once its
// original is written to. Thread-safe.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "engine/base/instant.hpp"
#include "engine/table/table.hpp"

namespace stator::engine::universes {
class Universe;
struct Region;
}  // namespace stator::engine::universes

namespace stator::engine::inspection {

struct FrozenTable {
    std::string region;
    std::string name;
    // Without indexes.
    std::shared_ptr<const table::Table> contents;
};

// By region and name.
using FrozenTables = std::vector<FrozenTable>;

FrozenTables freeze_tables(const std::vector<universes::Region>& regions);

// The reason why a table cannot be frozen.
struct NotFrozen {
    enum class Reason : unsigned char {
        NoTable,
        NoHistory,       // point-in-time recovery is off
        OutsideHistory,  // the time is before the history, or in the future
    };

    Reason reason = Reason::NoTable;
    // The range of possible times, for OutsideHistory.
    Instant earliest = {};
    Instant latest = {};
};

// The table in that region, or in the first region that has it. With a moment: the table as of that
// time, including the last five minutes, which no request can restore yet.
std::variant<FrozenTable, NotFrozen> freeze_table(
    universes::Universe& universe,
    const std::optional<std::string>& region,
    std::string_view name,
    std::optional<Instant> moment = {}
);

// The contents of a backup of the universe. nullopt if the backup does not exist.
std::optional<FrozenTable> freeze_backup(universes::Universe& universe, std::string_view arn);

}  // namespace stator::engine::inspection
