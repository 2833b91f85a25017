// `stator ctl`: the admin API's client on the command line.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace stator::tools::ctl {

// Runs one command and prints the answer: JSON indented, anything else as it came. `arguments` are
// those after `stator ctl`; `default_endpoint` is the server's URL unless --endpoint names one;
// `in` is read where the user gives "-" for JSON. Returns the process's exit code: 0 for success;
// 1, with a sentence on `err`, when the server refuses, when an assertion does not hold, or when no
// server answers; 2, with a sentence on `err`, for wrong usage.
int run_ctl(
    const std::vector<std::string>& arguments,
    const std::string& default_endpoint,
    std::istream& in,
    std::ostream& out,
    std::ostream& err
);

}  // namespace stator::tools::ctl
