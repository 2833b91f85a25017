// What the global tables of a universe have on their way, and which writes met. For people who look
// inside; no request needs it. Figures are values as of the call. Thread-safe.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "engine/replication/global_table.hpp"
#include "engine/universes/universe.hpp"

namespace stator::engine::inspection {

struct ConflictState {
    values::ItemImagePtr key;
    replication::Conflict conflict;
};

struct GlobalTableState {
    std::string name;
    std::vector<replication::MemberState> members;
    std::size_t retained = 0;  // writes that somebody may still have to be told of
    std::uint64_t conflict_count = 0;
    std::vector<ConflictState> conflicts;  // the latest, oldest first
    bool is_strong = false;
    std::string witness = {};  // its region, "" for none
};

// All, or those of tables with that name. What is due arrives first.
std::vector<GlobalTableState> inspect_global_tables(
    universes::Universe& universe, std::string_view table = {}
);

}  // namespace stator::engine::inspection
