// Clock notes: which universes have a time of their own, in sentences for the log. After a restart
// nobody may remember that the clock was stopped. Thread-safe.
#pragma once

#include <string>
#include <vector>

namespace stator::emulator::laboratory {
class Laboratories;
}

namespace stator::emulator::laboratory::controls {

// A sentence for each universe whose clock does not follow the machine's; beyond ten, one about all
// the others.
std::vector<std::string> clock_notes(Laboratories& laboratories);

}  // namespace stator::emulator::laboratory::controls
