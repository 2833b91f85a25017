// `stator env`, `stator healthcheck`, `stator doctor`.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

#include "tools/client/surroundings.hpp"

namespace stator::tools::doctor {

// Whether a word on the command line is one of these commands.
bool is_command(const std::string& word);

// Runs one. `arguments` begin with its name. Returns the process's exit code: 0 for success; 1 when
// there is no server, or something keeps an SDK from it; 2, with a sentence on `err`, for wrong
// usage.
int run_command(
    const std::vector<std::string>& arguments,
    const client::Surroundings& surroundings,
    std::ostream& out,
    std::ostream& err
);

}  // namespace stator::tools::doctor
