// What a server needs to speak https, as the command line asks for it.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "emulator/config/tls_flags.hpp"
#include "emulator/server/tls/ca_file.hpp"
#include "emulator/server/tls/server_context.hpp"

namespace stator::program {

// Lives as long as the server. Empty where nobody speaks TLS.
struct TlsEntrance {
    std::unique_ptr<emulator::server::tls::ServerContext> context = {};
    std::unique_ptr<emulator::server::tls::CaFile> ca_file =
        {};  // of a certificate that was made up

    // What clients are to be told; "" for nothing.
    std::string ca_path() const { return ca_file == nullptr ? std::string() : ca_file->path(); }
};

// Reads the certificate and key that `config` names, or makes them, for `host` too if that is the
// name or address of a machine. On failure a sentence for the user that names the fix.
std::variant<TlsEntrance, std::string> open_tls(
    const emulator::config::TlsConfig& config, const std::string& host
);

}  // namespace stator::program
