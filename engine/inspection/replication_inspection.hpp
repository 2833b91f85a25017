// The pending writes and conflicts of a universe's global tables. For the console and admin API;
// not used by requests. Returns copies as of the call. Thread-safe.
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
    std::size_t retained = 0;  // writes that another member may still need
    std::uint64_t conflict_count = 0;
    std::vector<ConflictState> conflicts;  // the latest, oldest first
    bool is_strong = false;
    std::string witness = {};  // its region; "" if there is none
};

// All global tables, or those of tables with that name. Delivers due writes first.
std::vector<GlobalTableState> inspect_global_tables(
    universes::Universe& universe, std::string_view table = {}
);

}  // namespace stator::engine::inspection
