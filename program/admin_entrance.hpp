// Who may use the admin API, as the command line asks for it and where the server is reachable
// from; and what is printed about the ways in besides the usual one.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/admin/guard/gate.hpp"
#include "emulator/config/config.hpp"

namespace stator::program {

struct AdminEntrance {
    emulator::admin::guard::GateOptions gate;
    // The token was made up, so that somebody has to be told.
    bool is_token_new = false;
};

// A token is asked for if one is given, or if other machines reach the server; then one is made up.
// Otherwise the admin API answers under names of this machine alone.
AdminEntrance admin_entrance(
    const emulator::config::Config& config, bool is_reachable_from_elsewhere
);

// The lines that follow those of cli::startup_text: of https, of the Unix socket, and of a token
// that was made up. `ca_path` is "" where clients know the certificate. "" for nothing.
std::string entrance_text(
    const emulator::config::Config& config,
    std::uint16_t port,
    std::uint16_t admin_port,
    const AdminEntrance& admin,
    const std::string& ca_path
);

}  // namespace stator::program
