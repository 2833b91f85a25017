// The command line of stator-conformance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/format/case_catalogue.hpp"

namespace stator::conformance {

struct Options {
    std::string endpoint = "http://127.0.0.1:8000";
    std::string server;  // command that runs the judged server; empty if it is already running
    std::string target;  // the name in reports; the endpoint if empty
    std::string cases;
    CaseSelection selection;
    std::size_t jobs = 4;
    std::string region;
    int timeout_seconds = 30;
    int until_seconds = 60;
    std::string json_file;
    std::string html_file;
    std::vector<std::string> compared;
    bool lists = false;
    bool keeps_tables = false;
    bool is_insecure = false;
    bool is_verbose = false;
};

/// The options. `exit_code` is set when the program has nothing more to do: help was asked for, or
/// the command line is wrong, which standard error has been told.
struct ParsedOptions {
    std::optional<int> exit_code;
    Options options;
};

ParsedOptions parse_options(int argc, const char* const* argv);

}  // namespace stator::conformance
