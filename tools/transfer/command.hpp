// `stator export`, `stator import`, `stator ctl fixture`: copy the items of a table to files and
// back, at any endpoint with DynamoDB's API.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "emulator/command_line/command_tree.hpp"
#include "engine/base/clock.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::transfer {

// Whether the command line is one of these commands: export, import, ctl fixture.
bool is_command(const std::vector<std::string>& arguments);

// Runs the command. Returns the exit status: 0 for success; 1, with a sentence on `err` that
// reports the progress, if it failed; 2, with a sentence on `err`, for wrong usage. The path "-"
// means `out` for an export and `in` for an import.
int run_command(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    const engine::Clock& clock,
    std::istream& in,
    std::ostream& out,
    std::ostream& err
);

// Returns all options of a command, for completions.
emulator::command_line::Command command_tree(const std::string& command);

}  // namespace stator::tools::transfer
