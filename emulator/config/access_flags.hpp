// The flags that determine who may use the admin API, and through which interface.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stator::emulator::config {

struct AccessConfig {
    // The token for the admin API; "" for none, unless other machines can reach it.
    std::string admin_token = {};
    std::string admin_token_file = {};  // contains the token in its first line; "" for none
    // Names of this machine, in addition to localhost, under which the admin API answers.
    std::vector<std::string> admin_hosts = {};
    std::string socket_path = {};  // of a Unix socket; "" for none
};

void add_access_flags(CLI::App& app, AccessConfig& config);

// Reads the token's file. Returns a sentence without "stator: " if the flags cannot be combined.
std::optional<std::string> finish_access_flags(AccessConfig& config);

}  // namespace stator::emulator::config
