// `stator ctl`: the admin API's client on the command line.
#pragma once

#include <iosfwd>
#include <string>
#include <vector>

namespace stator::tools::ctl {

// Runs one command and prints the reply: JSON indented, anything else unchanged. `arguments` are
// those after `stator ctl`; `default_endpoint` is the server's URL unless --endpoint is set; `in`
// is read if the user writes "-" for JSON. Returns the exit status: 0 for success; 1, with a
// sentence on `err`, if the server rejects the request, an assertion fails, or no server answers;
// 2, with a sentence on `err`, for wrong usage.
int run_ctl(
    const std::vector<std::string>& arguments,
    const std::string& default_endpoint,
    std::istream& in,
    std::ostream& out,
    std::ostream& err
);

}  // namespace stator::tools::ctl
