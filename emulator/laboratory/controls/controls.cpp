#include "emulator/laboratory/controls/controls.hpp"

#include <array>

#include "emulator/laboratory/controls/clock_control.hpp"
#include "emulator/laboratory/controls/consistency_control.hpp"
#include "emulator/laboratory/controls/fault_control.hpp"
#include "emulator/laboratory/controls/hostile_control.hpp"
#include "emulator/laboratory/controls/journal_control.hpp"
#include "emulator/laboratory/controls/replication_control.hpp"
#include "emulator/laboratory/controls/stream_control.hpp"
#include "emulator/laboratory/controls/throughput_control.hpp"
#include "emulator/laboratory/controls/trigger_control.hpp"
#include "emulator/laboratory/controls/vector_control.hpp"

namespace stator::emulator::laboratory::controls {

std::span<const Control> all_controls() {
    // The hostile level comes before what it sets. A journal that is turned on turns heat on:
    // throughput, which may turn it off, comes later.
    static constexpr std::array kControls = {
        Control{"clock", read_clock, write_clock},
        Control{"hostile", read_hostile, write_hostile},
        Control{"consistency", read_consistency, write_consistency},
        Control{"replication", read_replication, write_replication},
        Control{"faults", read_faults, write_faults},
        Control{"requests", read_journal, write_journal},
        Control{"streams", read_streams, write_streams},
        Control{"triggers", read_triggers, write_triggers},
        Control{"throughput", read_throughput, write_throughput},
        Control{"vectors", read_vectors, write_vectors},
    };
    return kControls;
}

}  // namespace stator::emulator::laboratory::controls
