// The flags of https.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <vector>

namespace stator::emulator::config {

struct TlsConfig {
    // A certificate is made for this machine at every start.
    bool is_self_made = false;
    std::string certificate_file = {};  // "" for none
    std::string key_file = {};
    std::string ca_file = {};  // where the made-up authority goes; "" for a place of its own
    std::vector<std::string> names = {};  // that the certificate is for, too

    bool is_on() const { return is_self_made || !certificate_file.empty(); }
};

// Keeps what the flags say until finish() makes a configuration of it.
struct TlsChoices {
    std::string mode = {};
    TlsConfig config = {};
};

void add_tls_flags(CLI::App& app, TlsChoices& choices);

// A sentence without "stator: " when they do not fit.
std::optional<std::string> finish_tls_flags(TlsChoices& choices);

}  // namespace stator::emulator::config
