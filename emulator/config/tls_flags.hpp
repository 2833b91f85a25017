// The flags for HTTPS.
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
    std::string ca_file = {};  // where to write the generated CA certificate; "" for a default path
    std::vector<std::string> names = {};  // additional host names in the certificate

    // Whether a certificate for this machine is generated at every start.
    bool is_self_made() const { return !mode.empty(); }

    bool is_on() const { return is_self_made() || !certificate_file.empty(); }
};

void add_tls_flags(CLI::App& app, TlsConfig& config);

// Returns a sentence without "stator: " if the flags cannot be combined.
std::optional<std::string> check_tls_flags(const TlsConfig& config);

}  // namespace stator::emulator::config
