#include "program/tls_entrance.hpp"

#include <filesystem>
#include <stdexcept>
#include <vector>

#include "emulator/server/tls/self_made.hpp"

namespace stator::program {
namespace {

// Clients cannot connect to the addresses that mean all addresses of a machine.
bool is_for_clients(const std::string& host) {
    return host != "*" && host != "0.0.0.0" && host != "::";
}

std::variant<TlsEntrance, std::string> make_up(
    const emulator::config::TlsConfig& config, const std::string& host
) {
    std::vector<std::string> names = config.names;
    if (is_for_clients(host)) names.push_back(host);
    TlsEntrance entrance;
    std::string authority;
    try {
        emulator::server::tls::SelfMade made = emulator::server::tls::make_self_made(names);
        entrance.context = std::make_unique<emulator::server::tls::ServerContext>(made);
        authority = std::move(made.authority_pem);
    } catch (const std::runtime_error& error) {
        return "no certificate can be made for --tls self (" + std::string(error.what()) +
               "): give --tls-names names or addresses of this machine.";
    }
    std::error_code none;
    const auto temporary = std::filesystem::temp_directory_path(none);
    auto file = emulator::server::tls::CaFile::write(
        config.ca_file, none ? "." : temporary.string(), authority
    );
    if (auto* const sentence = std::get_if<std::string>(&file)) return std::move(*sentence);
    entrance.ca_file = std::get<0>(std::move(file));
    return entrance;
}

}  // namespace

std::variant<TlsEntrance, std::string> open_tls(
    const emulator::config::TlsConfig& config, const std::string& host
) {
    if (!config.is_on()) return TlsEntrance{};
    if (config.is_self_made()) return make_up(config, host);
    auto loaded =
        emulator::server::tls::ServerContext::load(config.certificate_file, config.key_file);
    if (auto* const sentence = std::get_if<std::string>(&loaded)) return std::move(*sentence);
    TlsEntrance entrance;
    entrance.context = std::get<0>(std::move(loaded));
    return entrance;
}

}  // namespace stator::program
