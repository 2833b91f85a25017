// Finds a table that a request could not find: it often exists in another universe or region.
// Thread-safe.
#pragma once

#include <string>
#include <vector>

#include "emulator/laboratory/laboratories.hpp"
#include "engine/base/request_context.hpp"

namespace stator::emulator::laboratory {

// "table 'Orders' is in universe 'seeded' (eu-west-1)", for the first of these tables that exists
// only elsewhere, not where the request looked for it; "" if there is none. Logs each hint once.
std::string hint_of_tables(
    Laboratories& laboratories,
    const Laboratory& laboratory,
    const engine::RequestContext& context,
    const std::vector<std::string>& tables
);

// The header line with the hint; "" if there is none. Empty for a universe with a given seed,
// because its replies must not depend on other universes.
std::string hint_header(const Laboratory& laboratory, const std::string& hint);

}  // namespace stator::emulator::laboratory
