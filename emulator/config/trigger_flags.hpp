// The flags of triggers.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace stator::emulator::config {

struct TriggerConfig {
    std::string file = {};                      // of initial mappings; "" for none
    std::string directory = "stator-triggers";  // of failed records
    // Whether the admin API may configure commands; those from the start may run in any case.
    bool allows_commands = false;
    // A file of CA certificates for functions with HTTPS URLs; "" for the system's.
    std::string authorities = {};
};

void add_trigger_flags(CLI::App& app, TriggerConfig& config);

// Returns a sentence without "stator: " if the flags cannot be combined.
std::optional<std::string> check_trigger_flags(const TriggerConfig& config);

}  // namespace stator::emulator::config
