// Assertion checks: evaluates assertions with the requests in the journals of one or several
// universes. Thread-safe.
#pragma once

#include <vector>

#include "emulator/base/accepted.hpp"
#include "emulator/journal/assertions.hpp"
#include "emulator/laboratory/laboratories.hpp"

namespace stator::emulator::laboratory {

// Returns one result for each assertion. An assertion without a universe uses the universe of
// `asked`. Errors: the universe does not exist (404); no such kind of finding exists; findings
// cannot be selected by label and time.
Accepted<std::vector<journal::AssertionResult>> check_assertions(
    Laboratories& all, Laboratory& asked, const std::vector<journal::Assertion>& assertions
);

}  // namespace stator::emulator::laboratory
