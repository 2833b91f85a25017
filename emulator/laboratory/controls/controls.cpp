#include "emulator/laboratory/controls/controls.hpp"

#include <array>

namespace stator::emulator::laboratory::controls {

std::span<const Control> all_controls() {
    // The hostile level comes before what it sets. A journal that is turned on turns heat on:
    // throughput, which may turn it off, comes later.
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
