// `stator env`, `stator healthcheck`, `stator doctor`.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tools/client/surroundings.hpp"

namespace stator::tools::doctor {

// Whether a word on the command line is one of these commands.
bool is_command(const std::string& word);

// Runs one of these commands. `arguments` begin with its name. Returns the exit status: 0 for
// success; 1 if no server was found, or if something prevents an SDK from reaching it; 2, with a
// sentence on `err`, for wrong usage.
int run_command(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    std::ostream& out,
    std::ostream& err
);

}  // namespace stator::tools::doctor
