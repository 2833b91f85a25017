// The command line of `stator ctl`, and the request to the admin API that it stands for.
//
// Every command is a row of ctl_verbs() (verbs.hpp); what is here turns the rows into a parser and
// the words into a request.
#pragma once

#include <string>
#include <variant>
#include <vector>

namespace stator::emulator::ctl {

// A request to the admin API. A value.
struct AdminCommand {
    std::string method;
    std::string path;       // with its query
    std::string body = {};  // JSON, or "" for none

    bool operator==(const AdminCommand&) const = default;
};

struct CtlCall {
    std::string endpoint;  // the server's URL
    AdminCommand command;
};

// Nothing is to be sent: help for standard output with code 0, a sentence for standard error with
// code 2.
struct CtlExit {
    int code = 0;
    std::string text;
};

// `arguments` are those behind `stator ctl`. Reads the files that they name.
std::variant<CtlCall, CtlExit> parse_ctl(
    const std::vector<std::string>& arguments, const std::string& default_endpoint
);

}  // namespace stator::emulator::ctl
