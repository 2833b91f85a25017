// The flags that say who may use the admin API, and by which way.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stator::emulator::config {

struct AccessConfig {
    // What the admin API is used by; "" for none, unless other machines reach it.
    std::string admin_token = {};
    std::string admin_token_file = {};  // that has it in its first line; "" for none
    // Names of this machine, besides localhost, under which the admin API answers.
    std::vector<std::string> admin_hosts = {};
    std::string socket_path = {};  // of a Unix socket; "" for none
};

void add_access_flags(CLI::App& app, AccessConfig& config);

// Reads the token's file. A sentence without "stator: " when the flags do not fit.
std::optional<std::string> finish_access_flags(AccessConfig& config);

}  // namespace stator::emulator::config
