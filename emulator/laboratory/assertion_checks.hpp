// Assertion checks: judges assertions by what the journals of one or of several universes hold.
// Thread-safe.
#pragma once

#include <vector>

#include "emulator/base/accepted.hpp"
#include "emulator/journal/assertions.hpp"
#include "emulator/laboratory/laboratories.hpp"

namespace stator::emulator::laboratory {

// The results, one for each assertion. An assertion that names no universe is about that of
// `asked`. Errors: there is no such universe (404), there are no such findings, or they cannot be
// told apart by label and time.
Accepted<std::vector<journal::AssertionResult>> check_assertions(
    Laboratories& all, Laboratory& asked, const std::vector<journal::Assertion>& assertions
);

}  // namespace stator::emulator::laboratory
