// Tells where a table is that a request has not found: most often it is there, in another universe
// or region. Thread-safe.
#pragma once

#include <string>
#include <vector>

#include "emulator/laboratory/laboratories.hpp"
#include "engine/base/request_context.hpp"

namespace stator::emulator::laboratory {

// "table 'Orders' is in universe 'seeded' (eu-west-1)", for the first of these tables that is not
// where the request looked for it, but elsewhere; "" when there is none. Logs each hint once.
std::string hint_of_tables(
    Laboratories& laboratories,
    const Laboratory& laboratory,
    const engine::RequestContext& context,
    const std::vector<std::string>& tables
);

// The header line that tells the hint; "" for none. A universe with a given seed has none: what it
// answers must not depend on other universes.
std::string hint_header(const Laboratory& laboratory, const std::string& hint);

}  // namespace stator::emulator::laboratory
