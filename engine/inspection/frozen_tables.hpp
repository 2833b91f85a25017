// Tables as they were at one moment, to be looked at and compared: nothing changes them any more,
// and their tables go on. A frozen table shares everything, and takes 16 bytes an item once its
// table is written to. Thread-safe.
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

// Why a table is not frozen.
struct NotFrozen {
    enum class Reason : unsigned char {
        NoTable,
        NoHistory,       // point-in-time recovery is off
        OutsideHistory,  // the history does not lead back to the moment, or it has not come yet
    };

    Reason reason = Reason::NoTable;
    // What can be frozen, for OutsideHistory.
    Instant earliest = {};
    Instant latest = {};
};

// The table of the first region that has it, or of that region. With a moment, as it was then; also
// in the latest five minutes, which no request can restore yet.
std::variant<FrozenTable, NotFrozen> freeze_table(
    universes::Universe& universe,
    const std::optional<std::string>& region,
    std::string_view name,
    std::optional<Instant> moment = {}
);

// What a backup of the universe holds; nothing when there is no such backup.
std::optional<FrozenTable> freeze_backup(universes::Universe& universe, std::string_view arn);

}  // namespace stator::engine::inspection
