// The flags that determine who may send requests.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace stator::emulator::config {

// The requirement for a request's credentials.
enum class AuthMode : unsigned char {
    None,       // well-formed credentials
    Signature,  // a signature with a known key
    Iam,        // also permission for the request by policies
    IamAudit,   // a signature; requests without permission are only logged
};

struct AuthConfig {
    AuthMode mode = AuthMode::None;
    std::string credentials_file = {};  // "" for none
    // Whether an error about a wrong signature contains the texts that should have been signed.
    bool explains = false;
};

void add_auth_flags(CLI::App& app, AuthConfig& config);

// Returns a sentence without "stator: " if the flags cannot be combined.
std::optional<std::string> check_auth_flags(const AuthConfig& config);

}  // namespace stator::emulator::config
