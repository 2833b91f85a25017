// A CLI11 check for an option whose value must be one of a map's names.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace stator::emulator::command_line {

// Returns the check, with the names in the map's order.
template <class Map>
CLI::IsMember one_of(const Map& map) {
    std::vector<std::string> names;
    names.reserve(map.size());
    for (const auto& [name, value] : map) names.push_back(name);
    return CLI::IsMember(names);
}

}  // namespace stator::emulator::command_line
