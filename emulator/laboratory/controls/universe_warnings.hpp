// What is said about rules that name universes: a misspelt name is no error, since the universe may
// still be made, but nobody should have to find out by himself.
#pragma once

#include <string>
#include <vector>

#include "emulator/laboratory/laboratories.hpp"
#include "engine/engine.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::laboratory::controls {

// The patterns of universes in a laboratory's rules about faults, and about lag. Thread-safe.
std::vector<std::string> universes_of_fault_rules(const Laboratory& laboratory);
std::vector<std::string> universes_of_lag_rules(const Laboratory& laboratory);

// A sentence for each pattern that fits no universe, in the order of the names. Thread-safe.
std::vector<std::string> universe_warnings(
    engine::Engine& engine, const std::vector<std::string>& patterns
);

// The same about all rules of all laboratories.
std::vector<std::string> universe_warnings(Laboratories& laboratories);

// Appends the member "warnings"; nothing when there are none.
void write_warnings(protocol::wire::JsonWriter& json, const std::vector<std::string>& warnings);

}  // namespace stator::emulator::laboratory::controls
