// HostileLevel: how hostile DynamoDB is made, within what it may legally do. HostileSettings: what
// a level consists of. Values.
//
// A level is fault rules, stale reads and adverse streams at once. Legal means: AWS documents that
// it happens, or an SDK meets it on any network. Nothing at any level loses an acknowledged write,
// shows one that was not made, gives a strongly consistent read less than everything, or repeats a
// change in a stream. docs/HOSTILE.md has the levels as a table.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/consistency/lag_policy.hpp"
#include "engine/faults/fault.hpp"
#include "engine/stream/adversity.hpp"

namespace stator::emulator::laboratory {

// In the order of how much they ask of an application.
enum class HostileLevel : unsigned char {
    Off,
    Mild,    // an SDK with three attempts gets through; nothing is left to the application
    Rough,   // an SDK with ten attempts gets through
    Brutal,  // the application must repeat what its SDK gave up
};

struct HostileSettings {
    // How often successes are rare ones: short pages, partial batches, a few milliseconds more.
    double rarity = 0;
    // The most requests of one operation that fail, as a share.
    double errors = 0;
    engine::consistency::LagPolicy tables;
    engine::consistency::LagPolicy indexes;
    engine::stream::Adversity streams;
};

// Those of Off change nothing.
const HostileSettings& hostile_settings(HostileLevel level);

// All names begin with kHostilePrefix. None for Off.
std::vector<engine::faults::FaultRule> hostile_rules(HostileLevel level);

inline constexpr std::string_view kHostilePrefix = "hostile-";

// In the order of the levels: "off", "mild" …
inline constexpr std::string_view kHostileLevels[] = {"off", "mild", "rough", "brutal"};

std::string_view hostile_level_name(HostileLevel level);

std::optional<HostileLevel> find_hostile_level(std::string_view name);

}  // namespace stator::emulator::laboratory
