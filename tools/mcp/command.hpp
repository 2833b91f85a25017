// `stator mcp`: a server of the Model Context Protocol on standard input and output.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "emulator/command_line/command_tree.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::mcp {

// Answers the messages on `in`, one a line, until it ends. `arguments` are those after `stator
// mcp`. Nothing but messages, or the help that was asked for, goes to `out`. Returns the process's
// exit code: 0 at the end of `in`; 1 when `out` takes nothing more; 2, with a sentence on `err`,
// for wrong usage.
int run_mcp(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    std::istream& in,
    std::ostream& out,
    std::ostream& err
);

// All options, for completions.
emulator::command_line::Command command_tree();

}  // namespace stator::tools::mcp
