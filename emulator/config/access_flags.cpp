#include "emulator/config/access_flags.hpp"

#include "emulator/admin/guard/token.hpp"

namespace stator::emulator::config {

void add_access_flags(CLI::App& app, AccessConfig& config) {
    app.add_option("--socket", config.socket_path, "Listen on this Unix socket, too")
        ->type_name("PATH");
    app.add_option("--admin-token", config.admin_token, "What the admin API and the console need")
        ->type_name("TOKEN");
    app.add_option("--admin-token-file", config.admin_token_file, "File with that token")
        ->type_name("FILE");
    app.add_option(
           "--admin-hosts", config.admin_hosts, "Names by which the admin API is asked, too"
    )
        ->type_name("NAME,...")
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
