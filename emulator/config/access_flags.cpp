#include "emulator/config/access_flags.hpp"

#include "emulator/admin/guard/token.hpp"
#include "emulator/command_line/options.hpp"

namespace stator::emulator::config {

void add_access_flags(CLI::App& app, AccessConfig& config) {
    command_line::Options ways(app, command_line::Options::Scope::Server);
    ways.value(
        "--socket", config.socket_path, "Also listen on a Unix domain socket at PATH", "PATH"
    );
    ways.value(
        "--admin-token",
        config.admin_token,
        "Token required by the admin API and the console",
        "TOKEN"
    );
    ways.value(
        "--admin-token-file",
        config.admin_token_file,
        "Read the admin token from the first line of FILE",
        "FILE"
    );
    ways.value(
            "--admin-hosts",
            config.admin_hosts,
            "Host names that the admin API and console accept, in addition to localhost",
            "NAME,..."
    )
        ->delimiter(',');
}

std::optional<std::string> finish_access_flags(AccessConfig& config) {
    if (!config.admin_token.empty() && !config.admin_token_file.empty()) {
        return "--admin-token and --admin-token-file both name a token: give one.";
    }
    if (!config.admin_token_file.empty()) {
        auto token = admin::guard::read_token(config.admin_token_file);
        if (token.has_error()) return token.error().sentence;
        config.admin_token = *std::move(token);
    }
    if (config.admin_token.empty() || admin::guard::is_token(config.admin_token)) {
        return std::nullopt;
    }
    return "--admin-token must be of printable characters without blanks: give another.";
}

}  // namespace stator::emulator::config
