// The objects that a server needs for HTTPS, created from the command line's options.
#pragma once

#include <memory>
#include <string>
#include <variant>

#include "emulator/config/tls_flags.hpp"
#include "emulator/server/tls/ca_file.hpp"
#include "emulator/server/tls/server_context.hpp"

namespace stator::program {

// Must live as long as the server. Empty if TLS is disabled.
struct TlsEntrance {
    std::unique_ptr<emulator::server::tls::ServerContext> context = {};
    std::unique_ptr<emulator::server::tls::CaFile> ca_file =
        {};  // of a certificate that was generated

    // Path of the CA certificate for clients; "" for none.
    std::string ca_path() const { return ca_file == nullptr ? std::string() : ca_file->path(); }
};

// Reads the certificate and key from the files in `config`, or generates them. A generated
// certificate also covers `host`, if that is the name or address of a machine. On failure, returns
// a sentence for the user that includes the fix.
std::variant<TlsEntrance, std::string> open_tls(
    const emulator::config::TlsConfig& config, const std::string& host
);

}  // namespace stator::program
