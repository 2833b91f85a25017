// The command line of stator-conformance.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "conformance/format/case_catalogue.hpp"

namespace stator::conformance {

struct Options {
    std::string endpoint = "http://127.0.0.1:8000";
    std::string server;  // command that runs the judged server; empty if it runs already
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

/// The options, or, when the program has nothing more to do, its exit code: help was asked for, or
/// the line makes no sense, which has been said on standard error.
struct ParsedOptions {
    std::optional<int> exit_code;
    Options options;
};

ParsedOptions parse_options(int argc, const char* const* argv);

}  // namespace stator::conformance
