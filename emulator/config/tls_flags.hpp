// The flags of https.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stator::emulator::config {

struct TlsConfig {
    std::string mode = {};              // "self", or "" without --tls
    std::string certificate_file = {};  // "" for none
    std::string key_file = {};
    std::string ca_file = {};  // where the made-up authority goes; "" for a place of its own
    std::vector<std::string> names = {};  // that the certificate is for, too

    // A certificate is made for this machine at every start.
    bool is_self_made() const { return !mode.empty(); }

    bool is_on() const { return is_self_made() || !certificate_file.empty(); }
};

void add_tls_flags(CLI::App& app, TlsConfig& config);

// A sentence without "stator: " when they do not fit.
std::optional<std::string> check_tls_flags(const TlsConfig& config);

}  // namespace stator::emulator::config
