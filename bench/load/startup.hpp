// Cold start of a server: from the creation of its process to its reply to ListTables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stator::bench {

struct StartupSettings {
    // `{port}` is replaced with the port. If it does not occur, `--port N` is appended.
    std::vector<std::string> command;
    // 0: a free port, a new one for each run.
    std::uint16_t port = 0;
    unsigned runs = 11;
    // Idle time before the server's memory is read.
    double idle_seconds = 0.5;
    // Passes the server's standard error through.
    bool verbose = false;
};

struct StartupFigures {
    double accept_ms = 0;
    double first_answer_ms = 0;
    double idle_rss_mb = 0;
    // CPU time until the memory is read.
    double cpu_ms = 0;
};

// Starts and stops the server `runs` times. Throws std::runtime_error if it ends by itself, does
// not reply within a minute, or replies to ListTables with an error.
std::vector<StartupFigures> measure_startup(const StartupSettings& settings);

}  // namespace stator::bench
