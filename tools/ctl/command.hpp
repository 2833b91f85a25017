// The command line of `stator ctl`, and the request to the admin API that it represents.
//
// Every command is a row of ctl_topics() (verbs.hpp). This file turns the rows into a parser and
// the user's arguments into a request.
#pragma once

#include <iosfwd>
#include <string>
#include <variant>
#include <vector>

#include "emulator/command_line/command_tree.hpp"
#include "tools/client/admin_client.hpp"

namespace stator::tools::ctl {

struct CtlCall {
    std::string endpoint;  // the server's URL
    client::AdminCommand command;
    bool compares = false;  // see CtlVerb
    std::string admin_token = {};
    std::string ca_file = {};
};

// Returned if no request must be sent: help text for standard output if the code is 0, or a
// sentence for standard error if it is 2.
struct CtlExit {
    int code = 0;
    std::string text;
};

// `arguments` are those after `stator ctl`. Reads the files in the arguments; "-" means `in`.
std::variant<CtlCall, CtlExit> parse_ctl(
    const std::vector<std::string>& arguments, const std::string& default_endpoint, std::istream& in
);

// Returns all commands and options, for completions.
emulator::command_line::Command command_tree();

}  // namespace stator::tools::ctl
