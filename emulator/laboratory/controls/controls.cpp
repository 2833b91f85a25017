#include "emulator/laboratory/controls/controls.hpp"

#include <array>

namespace stator::emulator::laboratory::controls {

std::span<const Control> all_controls() {
    // The hostile level precedes the controls that it sets. A journal that is switched on switches
    // heat on, so throughput, which may switch it off, follows.
    static const std::array kControls = {
        kClock,
        kHostile,
        kConsistency,
        kReplication,
        kFaults,
        kJournal,
        kStreams,
        kTriggers,
        kThroughput,
        kVectors,
    };
    return kControls;
}

}  // namespace stator::emulator::laboratory::controls
