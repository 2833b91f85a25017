// The flags of triggers.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace stator::emulator::config {

struct TriggerConfig {
    std::string file = {};                      // of mappings to begin with; "" for none
    std::string directory = "stator-triggers";  // of what was given up
    // Whether the admin API may name commands; those that are named at the start may run anyhow.
    bool allows_commands = false;
    // A file of certificates that functions at https URLs are trusted by; "": the system's.
    std::string authorities = {};
};

void add_trigger_flags(CLI::App& app, TriggerConfig& config);

// A sentence without "stator: " when they do not fit.
std::optional<std::string> check_trigger_flags(const TriggerConfig& config);

}  // namespace stator::emulator::config
