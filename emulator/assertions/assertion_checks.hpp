// Assertion checks: judges assertions by what the journals of one or of several universes hold.
// Thread-safe.
#pragma once

#include <vector>

#include "emulator/forms/accepted.hpp"
#include "emulator/observe/assertions.hpp"

namespace stator::emulator::observe {
class Laboratory;
}

namespace stator::emulator::assertions {

// The results, one for each assertion. An assertion that names no universe is about that of
// `asked`. Errors: there is no such universe (404), there are no such findings, or they cannot be
// told apart by label and time.
forms::Accepted<std::vector<observe::AssertionResult>> check_assertions(
    observe::Laboratory& asked, const std::vector<observe::Assertion>& assertions
);

}  // namespace stator::emulator::assertions
