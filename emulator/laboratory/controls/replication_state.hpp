// What the global tables of a universe have on their way, and which writes met, as it is shown.
#pragma once

#include <string_view>

#include "emulator/laboratory/laboratory.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::controls {

// The member "tables": all, or those of that name.
void write_global_tables(
    protocol::wire::JsonWriter& json, Laboratory& laboratory, std::string_view table
);

}  // namespace stator::emulator::laboratory::controls
