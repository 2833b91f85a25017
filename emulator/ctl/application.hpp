// `stator ctl`: the admin API's client on the command line.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace stator::emulator::ctl {

// Runs one command and prints the answer: JSON indented, anything else as it came. `arguments` are
// those behind `stator ctl`; `default_endpoint` is the server's URL unless --endpoint names one.
// Returns the process's exit code: 0 when the server did it, 1 with a sentence on `err` when it
// refused, when an assertion does not hold, or when none answers, 2 with a sentence on `err` for
// wrong usage.
int run_ctl(
    const std::vector<std::string>& arguments,
    const std::string& default_endpoint,
    std::ostream& out,
    std::ostream& err
);

// JSON text with a line for each member and element, indented by two spaces.
// Precondition: `json` is JSON.
std::string indented_json(std::string_view json);

}  // namespace stator::emulator::ctl
