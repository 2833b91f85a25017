#include "emulator/config/auth_flags.hpp"

#include <map>

#include "emulator/command_line/options.hpp"

namespace stator::emulator::config {
namespace {

const std::map<std::string, AuthMode> kModes = {
    {"none", AuthMode::None},
    {"signature", AuthMode::Signature},
    {"iam", AuthMode::Iam},
    {"iam-audit", AuthMode::IamAudit}};

}  // namespace

void add_auth_flags(CLI::App& app, AuthConfig& config) {
    command_line::Options server(app, command_line::Options::Scope::Server);
    server.choice(
        "--auth",
        config.mode,
        kModes,
        "Authentication: none, signature, iam (with policies) or iam-audit (log denials only)"
    );
    server.value(
        "--credentials",
        config.credentials_file,
        "JSON file with access keys and policies; requires --auth",
        "FILE"
    );
    server.flag(
        "--auth-explain",
        config.explains,
        "Include the expected canonical request in signature errors"
    );
}

std::optional<std::string> check_auth_flags(const AuthConfig& config) {
    if (config.mode != AuthMode::None || config.credentials_file.empty()) {
        return std::nullopt;
    }
    return "--credentials needs --auth: without it, nobody looks at the keys; add --auth "
           "signature.";
}

}  // namespace stator::emulator::config
