// The command line of stator-conformance.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "conformance/format/case_catalogue.hpp"

namespace stator::conformance {

/// Options of `stator-conformance hunt`.
struct HuntOptions {
    bool is_asked_for = false;
    std::vector<std::string> against;  // URL or NAME=URL
    std::uint64_t seed = 1;
    std::uint64_t requests = 10'000;
    double units = 0;  // 0: no limit
    std::uint64_t tables_every = 250;
    std::size_t shrunk_max = 60;
    std::string folder = "hunt";
};

/// Options of `stator-conformance doubts`.
struct DoubtOptions {
    bool is_asked_for = false;
    std::string script_file;  // path of the script; empty: none
    std::string captured;     // folder of captured replies; empty: none
    std::string page_folder;  // folder of the hand-written parts; empty: no page
};

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
    HuntOptions hunt;
    DoubtOptions doubts;
};

/// The parsed options. `exit_code` is set if the program must end: help was requested, or the
/// command line is wrong and the error has been printed.
struct ParsedOptions {
    std::optional<int> exit_code;
    Options options;
};

ParsedOptions parse_options(int argc, const char* const* argv);

}  // namespace stator::conformance
