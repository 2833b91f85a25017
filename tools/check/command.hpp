// `stator check`: what is wrong with a data file, and what can be saved of it.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "emulator/command_line/command_tree.hpp"
#include "engine/base/clock.hpp"

namespace stator::tools::check {

// Whether the command line is this one.
bool is_command(const std::vector<std::string>& arguments);

// Runs it. Returns the process's exit code: 0 for a sound file, or one of which everything was
// saved; 1 when something is wrong, or was lost, or when a sentence on `err` says why the file
// could not be looked at; 2, with a sentence on `err`, for wrong usage.
int run_command(
    const std::vector<std::string>& arguments,
    const engine::Clock& clock,
    std::ostream& out,
    std::ostream& err
);

// All its options, for completions.
emulator::command_line::Command command_tree();

}  // namespace stator::tools::check
