// The flags that say who may send requests.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

namespace stator::emulator::config {

// What is asked of a request's credentials.
enum class AuthMode : unsigned char {
    None,       // that they are well-formed
    Signature,  // that the request was signed with a known key
    Iam,        // besides, that whoever signed may do it
    IamAudit,   // that the request was signed; what is not allowed is only written down
};

struct AuthConfig {
    AuthMode mode = AuthMode::None;
    std::string credentials_file = {};  // "" for none
    // A wrong signature is told the texts that it should have been made of.
    bool explains = false;
};

void add_auth_flags(CLI::App& app, AuthConfig& config);

// A sentence without "stator: " when they do not fit.
std::optional<std::string> check_auth_flags(const AuthConfig& config);

}  // namespace stator::emulator::config
