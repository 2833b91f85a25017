// Determines who may use the admin API, from the command line and the server's reachability; and
// the startup lines about additional ways to reach the server.
#pragma once

#include <cstdint>
#include <string>

#include "emulator/admin/guard/gate.hpp"
#include "emulator/config/config.hpp"

namespace stator::program {

struct AdminEntrance {
    emulator::admin::guard::GateOptions gate;
    // Whether the token was generated, so that it must be shown to the user.
    bool is_token_new = false;
};

// A token is required if the user set one or if other machines can reach the server; in the second
// case, a missing token is generated. Otherwise, the admin API answers only to names of this
// machine.
AdminEntrance admin_entrance(
    const emulator::config::Config& config, bool is_reachable_from_elsewhere
);

// Returns the lines that follow those of cli::startup_text: about HTTPS, the Unix socket, and a
// generated token. `ca_path` is "" if clients already trust the certificate. Returns "" if nothing
// needs a line.
std::string entrance_text(
    const emulator::config::Config& config,
    std::uint16_t port,
    std::uint16_t admin_port,
    const AdminEntrance& admin,
    const std::string& ca_path
);

}  // namespace stator::program
