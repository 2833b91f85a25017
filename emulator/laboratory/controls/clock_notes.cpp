#include "emulator/laboratory/controls/clock_notes.hpp"

#include "emulator/base/time_text.hpp"
#include "emulator/base/universe_name.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/base/virtual_clock.hpp"
#include "protocol/base/number_text.hpp"

namespace stator::emulator::laboratory::controls {
namespace {

constexpr std::size_t kMostNotes = 10;

std::string note_about(const std::string& universe, const engine::VirtualClock& clock) {
    const engine::ClockSetting setting = clock.setting();
    const std::string now = time_text(clock.now());
    std::string note = "the clock of universe '" + shown_universe(universe) + "' ";
    if (setting.is_frozen()) {
        note.append("stands still at ").append(now);
    } else if (setting.scale != 1) {
        note.append("runs at ").append(protocol::significant_text(setting.scale));
        note.append(" times the machine's pace and shows ").append(now);
    } else {
        note.append("is not the machine's and shows ").append(now);
    }
    note.append("; POST /_stator/v1/clock/follow");
    if (!universe.empty()) note.append("?universe=").append(universe);
    return note.append(" sets it right.");
}

}  // namespace

std::vector<std::string> clock_notes(Laboratories& laboratories) {
    std::vector<std::string> notes;
    std::size_t others = 0;
    for (const auto& laboratory : laboratories.all()) {
        if (laboratory->clock().setting().follows) continue;
        if (notes.size() == kMostNotes) {
            ++others;
            continue;
        }
        notes.push_back(note_about(laboratory->universe().name(), laboratory->clock()));
    }
    if (others > 0) {
        notes.push_back(
            "the clocks of " + std::to_string(others) + " further universes are not the machine's."
        );
    }
    return notes;
}

}  // namespace stator::emulator::laboratory::controls
