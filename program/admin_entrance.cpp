#include "program/admin_entrance.hpp"

#include "emulator/admin/guard/token.hpp"

namespace stator::program {
namespace {

// Returns the address as part of a URL that works on this machine.
std::string url_host(const std::string& host) {
    if (host == "*" || host == "0.0.0.0" || host == "::") return "127.0.0.1";
    return host.find(':') == std::string::npos ? host : "[" + host + "]";
}

}  // namespace

AdminEntrance admin_entrance(
    const emulator::config::Config& config, bool is_reachable_from_elsewhere
) {
    AdminEntrance entrance;
    entrance.gate.token = config.access.admin_token;
    entrance.gate.names = config.access.admin_hosts;
    entrance.gate.names.push_back(config.host);
    entrance.gate.checks_host = true;
    entrance.is_token_new = config.laboratory.serves_admin && is_reachable_from_elsewhere &&
                            entrance.gate.token.empty();
    if (entrance.is_token_new) entrance.gate.token = emulator::admin::guard::new_token();
    return entrance;
}

std::string entrance_text(
    const emulator::config::Config& config,
    std::uint16_t port,
    std::uint16_t admin_port,
    const AdminEntrance& admin,
    const std::string& ca_path
) {
    std::string text;
    if (config.tls.is_on()) {
        const std::string host = url_host(config.host) == "127.0.0.1" ? "localhost" : config.host;
        text.append("It speaks https there, too: https://").append(url_host(host)).append(":");
        text.append(std::to_string(port));
        if (!ca_path.empty()) text.append("; clients need the CA in ").append(ca_path);
        text.append("\n");
    }
    if (!config.access.socket_path.empty()) {
        text.append("It takes requests at the socket ").append(config.access.socket_path);
        text.append(", too\n");
    }
    if (!admin.is_token_new) return text;
    text.append("The admin API needs the token ").append(admin.gate.token);
    text.append("\nThe console is at http://").append(url_host(config.host)).append(":");
    text.append(std::to_string(admin_port)).append("/_stator/console#token=");
    return text.append(admin.gate.token).append("\n");
}

}  // namespace stator::program
