// Clock notes: log messages about universes whose clock does not follow real time. After a restart,
// users may not remember that a clock was frozen. Thread-safe.
#pragma once

#include <string>
#include <vector>

namespace stator::emulator::laboratory {
class Laboratories;
}

namespace stator::emulator::laboratory::controls {

// A sentence for each universe whose clock does not follow real time. If there are more than ten,
// one sentence covers the others.
std::vector<std::string> clock_notes(Laboratories& laboratories);

}  // namespace stator::emulator::laboratory::controls
