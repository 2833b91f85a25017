// Shows the pending replication of a universe's global tables, and the conflicts between writes.
#pragma once

#include <string_view>

#include "emulator/laboratory/laboratory.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::controls {

// Writes the member "tables": all tables, or those with that name.
void write_global_tables(
    protocol::wire::JsonWriter& json, Laboratory& laboratory, std::string_view table
);

}  // namespace stator::emulator::laboratory::controls
