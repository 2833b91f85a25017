#include "emulator/config/tls_flags.hpp"

namespace stator::emulator::config {

void add_tls_flags(CLI::App& app, TlsChoices& choices) {
    TlsConfig& config = choices.config;
    app.add_option("--tls", choices.mode, "Speak https besides, with a certificate made for it")
        ->type_name("self")
        ->check(CLI::IsMember({"self"}));
    app.add_option("--tls-cert", config.certificate_file, "Speak https besides, with this one")
        ->type_name("FILE");
    app.add_option("--tls-key", config.key_file, "The key of --tls-cert, in PEM as that is")
        ->type_name("FILE");
    app.add_option("--tls-ca", config.ca_file, "Where --tls self writes what clients are to trust")
        ->type_name("FILE");
    app.add_option("--tls-names", config.names, "Names that --tls self is for besides localhost")
        ->type_name("NAME,...")
        ->delimiter(',');
}

std::optional<std::string> finish_tls_flags(TlsChoices& choices) {
    TlsConfig& config = choices.config;
    config.is_self_made = !choices.mode.empty();
    const bool has_certificate = !config.certificate_file.empty();
    const bool has_key = !config.key_file.empty();
    if (config.is_self_made && (has_certificate || has_key)) {
        return "--tls self makes a certificate and takes none: leave it out, or --tls-cert and "
               "--tls-key.";
    }
    if (has_certificate && !has_key) {
        return "--tls-cert needs --tls-key: give the file with the certificate's key.";
    }
    if (has_key && !has_certificate) {
        return "--tls-key needs --tls-cert: give the file with the key's certificate.";
    }
    if (config.is_self_made || (config.ca_file.empty() && config.names.empty())) {
        return std::nullopt;
    }
    return std::string(config.ca_file.empty() ? "--tls-names" : "--tls-ca") +
           " needs --tls self, which makes a certificate: add it, or leave the other out.";
}

}  // namespace stator::emulator::config
