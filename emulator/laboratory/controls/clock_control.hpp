// The clock of a universe as JSON: {"mode":"frozen","set":"2026-01-01T00:00:00Z"}.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/base/members.hpp"
#include "emulator/laboratory/controls/control.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/virtual_clock.hpp"

namespace stator::emulator::laboratory::controls {

inline constexpr double kFastestClock = 1e6;
inline constexpr double kSlowestClock = 1e-6;

// "follow", "frozen", "shifted" or "scaled".
std::string_view clock_mode_name(const engine::ClockSetting& setting);

// Reads a clock. All forms:
//
//     {"mode":"follow"}
//     {"mode":"frozen","set":TIME}            or "now"; at the present time without either
//     {"mode":"shifted","offsetMs":3600000}   relative to the system time; or "set"
//     {"mode":"scaled","scale":60,"anchor":{"nowMs":…,"realMs":…}}
//                                             the clock's time at that real time; or "set", or
//                                             neither
//     {"set":TIME,"scale":60}                 without "mode", either or both
Accepted<Change> read_clock(protocol::wire::JsonView json, const std::string& place);
void write_clock(protocol::wire::JsonWriter& json, Laboratory& laboratory);

// Appends the members "nowMs", "now", "mode" and "scale" of a clock with that time.
void write_clock_reading(
    protocol::wire::JsonWriter& json, const engine::ClockSetting& setting, engine::Instant now
);

}  // namespace stator::emulator::laboratory::controls
