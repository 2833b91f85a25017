#include "emulator/config/tls_flags.hpp"

#include "emulator/command_line/options.hpp"

namespace stator::emulator::config {

void add_tls_flags(CLI::App& app, TlsConfig& config) {
    command_line::Options tls(app, command_line::Options::Scope::Server);
    tls.value(
           "--tls",
           config.mode,
           "Also accept HTTPS, with a certificate generated at startup",
           "self"
    )
        ->check(CLI::IsMember({"self"}));
    tls.value(
        "--tls-cert",
        config.certificate_file,
        "Also accept HTTPS, with the certificate in FILE (PEM)",
        "FILE"
    );
    tls.value("--tls-key", config.key_file, "Private key of --tls-cert (PEM)", "FILE");
    tls.value("--tls-ca", config.ca_file, "Write the CA certificate of --tls self to FILE", "FILE");
    tls.value(
           "--tls-names",
           config.names,
           "Additional host names in the certificate of --tls self",
           "NAME,..."
    )
        ->delimiter(',');
}

std::optional<std::string> check_tls_flags(const TlsConfig& config) {
    const bool has_certificate = !config.certificate_file.empty();
    const bool has_key = !config.key_file.empty();
    if (config.is_self_made() && (has_certificate || has_key)) {
        return "--tls self makes a certificate and takes none: leave it out, or --tls-cert and "
               "--tls-key.";
    }
    if (has_certificate && !has_key) {
        return "--tls-cert needs --tls-key: give the file with the certificate's key.";
    }
    if (has_key && !has_certificate) {
        return "--tls-key needs --tls-cert: give the file with the key's certificate.";
    }
    if (config.is_self_made() || (config.ca_file.empty() && config.names.empty())) {
        return std::nullopt;
    }
    return std::string(config.ca_file.empty() ? "--tls-names" : "--tls-ca") +
           " needs --tls self, which makes a certificate: add it, or leave the other out.";
}

}  // namespace stator::emulator::config
