// `stator copy`: tables from one endpoint to another, whichever servers of DynamoDB's API they are.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "emulator/command_line/command_tree.hpp"
#include "engine/base/clock.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::copy {

// Whether the command line is this one.
bool is_command(const std::vector<std::string>& arguments);

// Runs it. Returns the process's exit code: 0 for success; 1, with a sentence on `err` that says
// how far it came, when it could not be done; 2, with a sentence on `err`, for wrong usage.
int run_command(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    const engine::Clock& clock,
    std::ostream& out,
    std::ostream& err
);

// All its options, for completions.
emulator::command_line::Command command_tree();

}  // namespace stator::tools::copy
