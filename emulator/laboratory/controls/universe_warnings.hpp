// Warnings for rules that name an unknown universe. This is not an error, because the universe may
// be created later, but a warning reveals misspelt names.
#pragma once

#include <string>
#include <vector>

#include "emulator/laboratory/laboratories.hpp"
#include "engine/engine.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::controls {

// The universe patterns in a laboratory's fault rules and lag rules. Thread-safe.
std::vector<std::string> universes_of_fault_rules(const Laboratory& laboratory);
std::vector<std::string> universes_of_lag_rules(const Laboratory& laboratory);

// A warning for each pattern that matches no universe, sorted by pattern. Thread-safe.
std::vector<std::string> universe_warnings(
    engine::Engine& engine, const std::vector<std::string>& patterns
);

// The warnings for all rules of all laboratories.
std::vector<std::string> universe_warnings(Laboratories& laboratories);

// Appends the member "warnings", unless it would be empty.
void write_warnings(protocol::wire::JsonWriter& json, const std::vector<std::string>& warnings);

}  // namespace stator::emulator::laboratory::controls
