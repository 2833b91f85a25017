#include "emulator/config/auth_flags.hpp"

#include <map>

#include "emulator/command_line/one_of.hpp"

namespace stator::emulator::config {
namespace {

const std::map<std::string, AuthMode> kModes = {
    {"none", AuthMode::None},
    {"signature", AuthMode::Signature},
    {"iam", AuthMode::Iam},
    {"iam-audit", AuthMode::IamAudit}};

}  // namespace

void add_auth_flags(CLI::App& app, AuthChoices& choices) {
    app.add_option("--auth", choices.mode, "What is checked of who sends a request")
        ->check(command_line::one_of(kModes))
        ->capture_default_str();
    app.add_option(
           "--credentials",
           choices.config.credentials_file,
           "File of access keys and policies, with --auth"
    )
        ->type_name("FILE");
    app.add_flag(
        "--auth-explain", choices.config.explains, "Say how a wrong signature should be made"
    );
}

std::optional<std::string> finish_auth_flags(AuthChoices& choices) {
    choices.config.mode = kModes.at(choices.mode);
    if (choices.config.mode != AuthMode::None || choices.config.credentials_file.empty()) {
        return std::nullopt;
    }
    return "--credentials needs --auth: without it, nobody looks at the keys; add --auth "
           "signature.";
}

}  // namespace stator::emulator::config
