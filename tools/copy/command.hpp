// `stator copy`: copies tables from one endpoint to another, between any servers with DynamoDB's
// API.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "emulator/command_line/command_tree.hpp"
#include "engine/base/clock.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::copy {

// Whether the command line is `stator copy`.
bool is_command(const std::vector<std::string>& arguments);

// Runs the command. Returns the exit status: 0 for success; 1, with a sentence on `err` that
// reports the progress, if it failed; 2, with a sentence on `err`, for wrong usage.
int run_command(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    const engine::Clock& clock,
    std::ostream& out,
    std::ostream& err
);

// Returns all options of the command, for completions.
emulator::command_line::Command command_tree();

}  // namespace stator::tools::copy
