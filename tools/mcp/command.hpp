// `stator mcp`: a server of the Model Context Protocol on standard input and output.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "emulator/command_line/command_tree.hpp"
#include "tools/client/surroundings.hpp"

namespace stator::tools::mcp {

// Answers the messages on `in`, one per line, until the stream ends. `arguments` are those after
// `stator mcp`. Only messages, or the requested help, are written to `out`. Returns the exit
// status: 0 at the end of `in`; 1 if `out` can no longer be written; 2, with a sentence on `err`,
// for wrong usage.
int run_mcp(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    std::istream& in,
    std::ostream& out,
    std::ostream& err
);

// Returns all options, for completions.
emulator::command_line::Command command_tree();

}  // namespace stator::tools::mcp
