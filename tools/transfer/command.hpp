// `stator export`, `stator import`, `stator ctl fixture`: the items of a table to files and back,
// at any endpoint that speaks DynamoDB's API.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "emulator/command_line/command_tree.hpp"
#include "engine/base/clock.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::transfer {

// Whether the command line is one of these: export, import, ctl fixture.
bool is_command(const std::vector<std::string>& arguments);

// Runs it. Returns the process's exit code: 0 for success; 1, with
// a sentence on `err` that says how far it came, when it could not be done; 2, with a sentence on
// `err`, for wrong usage. Items go to `out` and come from `in` where the user gives "-".
int run_command(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    const engine::Clock& clock,
    std::istream& in,
    std::ostream& out,
    std::ostream& err
);

// All options of a command, for completions.
emulator::command_line::Command command_tree(const std::string& command);

}  // namespace stator::tools::transfer
