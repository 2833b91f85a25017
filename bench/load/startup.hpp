// Cold start of a server: from the moment its process is made until it has answered ListTables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace stator::bench {

struct StartupSettings {
    // `{port}` stands for the port wherever it occurs; where it does not, `--port N` is appended.
    std::vector<std::string> command;
    // 0 for a free port, a new one each time.
    std::uint16_t port = 0;
    unsigned runs = 11;
    // How long the server stays alone before its memory is read.
    double idle_seconds = 0.5;
    // Passes the server's standard error through.
    bool verbose = false;
};

struct StartupFigures {
    double accept_ms = 0;
    double first_answer_ms = 0;
    double idle_rss_mb = 0;
    // CPU spent up to the reading of the memory.
    double cpu_ms = 0;
};

// Starts and stops the server `runs` times. Throws std::runtime_error when it ends by itself, does
// not answer within a minute, or answers ListTables with an error.
std::vector<StartupFigures> measure_startup(const StartupSettings& settings);

}  // namespace stator::bench
