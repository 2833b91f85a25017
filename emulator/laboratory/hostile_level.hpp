// HostileLevel: how hostile the emulated DynamoDB is, within its legal behaviour. HostileSettings:
// the settings of a level. Values.
//
// A level combines fault rules, stale reads and adverse streams. Behaviour is legal if AWS
// documents it, or if an SDK meets it on any network. No level loses an acknowledged write, shows a
// write that was not made, lets a strongly consistent read miss anything, or repeats a change in a
// stream. docs/HOSTILE.md lists the levels in a table.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "engine/consistency/lag_policy.hpp"
#include "engine/faults/fault.hpp"
#include "engine/stream/adversity.hpp"

namespace stator::emulator::laboratory {

// Sorted by how much they demand of an application.
enum class HostileLevel : unsigned char {
    Off,
    Mild,    // an SDK with three attempts succeeds; the application need not do anything
    Rough,   // an SDK with ten attempts succeeds
    Brutal,  // the application must repeat requests that its SDK gave up
};

struct HostileSettings {
    // The share of successes that are unusual: short pages, partial batches, a few milliseconds
    // more.
    double rarity = 0;
    // The maximum share of requests of one operation that fail.
    double errors = 0;
    engine::consistency::LagPolicy tables;
    engine::consistency::LagPolicy indexes;
    engine::stream::Adversity streams;
};

// The settings of Off change nothing.
const HostileSettings& hostile_settings(HostileLevel level);

// All names begin with kHostilePrefix. Empty for Off.
std::vector<engine::faults::FaultRule> hostile_rules(HostileLevel level);

inline constexpr std::string_view kHostilePrefix = "hostile-";

// In the order of the levels.
inline constexpr std::string_view kHostileLevels[] = {"off", "mild", "rough", "brutal"};

std::string_view hostile_level_name(HostileLevel level);

std::optional<HostileLevel> find_hostile_level(std::string_view name);

}  // namespace stator::emulator::laboratory
