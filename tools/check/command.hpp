// `stator check`: finds damage in a data file, and saves the readable part of it.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "emulator/command_line/command_tree.hpp"
#include "engine/base/clock.hpp"

namespace stator::tools::check {

// Whether the command line is `stator check`.
bool is_command(const std::vector<std::string>& arguments);

// Runs the command. Returns the exit status: 0 for a sound file, or if everything in it was saved;
// 1 if the file is damaged, if data was lost, or, with a sentence on `err`, if the file could not
// be examined; 2, with a sentence on `err`, for wrong usage.
int run_command(
    const std::vector<std::string>& arguments,
    const engine::Clock& clock,
    std::ostream& out,
    std::ostream& err
);

// Returns all options of the command, for completions.
emulator::command_line::Command command_tree();

}  // namespace stator::tools::check
