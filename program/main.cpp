// The process: builds all parts, connects them, and serves until a signal.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "emulator/base/log.hpp"
#include "emulator/config/config.hpp"
#include "emulator/instance.hpp"
#include "emulator/overload/memory.hpp"
#include "emulator/server/server.hpp"
#include "engine/base/clock.hpp"
#include "program/admin_entrance.hpp"
#include "program/subcommands.hpp"
#include "program/tls_entrance.hpp"
#include "protocol/base/printable_text.hpp"

namespace {

using namespace stator;

int fail(const std::string& sentence) {
    std::cerr << "stator: " << protocol::printable(sentence) << '\n';
    return 1;
}

emulator::server::ServerOptions server_options(const stator::emulator::config::Config& config) {
    emulator::server::ServerOptions options;
    options.host = config.host;
    options.port = config.port;
    options.threads = config.threads;
    const auto duration = [](double seconds) {
        return std::chrono::milliseconds(static_cast<std::int64_t>(seconds * 1'000));
    };
    options.head_limit = duration(config.limits.head_timeout_s);
    options.request_limit = duration(config.limits.request_timeout_s);
    options.idle_limit = duration(config.limits.idle_timeout_s);
    options.load.connections = config.limits.connections;
    options.load.bytes_in_flight = config.limits.in_flight_mb << 20U;
    if (config.laboratory.serves_admin) options.admin_port = config.laboratory.admin_port;
    if (config.exits_with_parent) options.lifeline = STDIN_FILENO;
    options.socket_path = config.access.socket_path;
    return options;
}

int serve(const stator::emulator::config::Config& config) {
    stator::emulator::overload::keep_little_free_memory();
    stator::emulator::overload::share_free_memory(config.threads);
    const engine::SystemClock machine_clock;
    auto made = stator::program::open_tls(config.tls, config.host);
    if (const auto* sentence = std::get_if<std::string>(&made)) return fail(*sentence);
    const auto& tls = std::get<stator::program::TlsEntrance>(made);
    // The port is claimed before the data is opened, so that a second Stator does not touch the
    // files of the first.
    emulator::server::ServerOptions options = server_options(config);
    options.tls = tls.context.get();
    emulator::server::Server server(std::move(options), machine_clock);
    if (const auto error = server.listen()) return fail(*error);
    const auto admin =
        stator::program::admin_entrance(config, server.is_reachable_from_elsewhere());
    const stator::emulator::admin::guard::Gate gate(admin.gate);
    auto opened = stator::emulator::Instance::open(
        config,
        machine_clock,
        {.ports = &server.universe_ports(),
         .load = &server.load(),
         .gate = &gate,
         .log = stator::emulator::log_line}
    );
    if (const auto* sentence = std::get_if<std::string>(&opened)) return fail(*sentence);
    stator::emulator::Instance& instance = *std::get<0>(opened);
    server.serve(instance.dispatcher(), instance.awaited_journal(), [&] {
        const std::uint16_t admin_port = server.admin_port().value_or(server.port());
        std::cout << stator::emulator::config::startup_text(
                         config, server.port(), server.admin_port()
                     )
                  << stator::program::entrance_text(
                         config, server.port(), admin_port, admin, tls.ca_path()
                     )
                  << std::flush;
        if (tls.context && !tls.context->warning().empty()) {
            stator::emulator::log_warning(tls.context->warning());
        }
        for (const std::string& warning : instance.warnings())
            stator::emulator::log_warning(warning);
    });
    const auto unsaved = instance.close();
    return unsaved ? fail(*unsaved) : 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    if (const auto* subcommand = stator::program::find_subcommand(arguments)) {
        const engine::SystemClock clock;
        const tools::client::Surroundings surroundings{
            emulator::config::environment_variable,
            emulator::config::usual_endpoint(),
            "/proc",
            isatty(STDERR_FILENO) == 1};
        return subcommand->run(arguments, {surroundings, clock, std::cin, std::cout, std::cerr});
    }
    const auto parsed = stator::emulator::config::parse_command_line(
        arguments,
        stator::emulator::config::Environment::Heeded,
        stator::program::subcommand_helps()
    );
    if (const auto* exit = std::get_if<stator::emulator::config::EarlyExit>(&parsed)) {
        (exit->code == 0 ? std::cout : std::cerr) << exit->text;
        return exit->code;
    }
    std::signal(SIGPIPE, SIG_IGN);
    const auto& config = std::get<stator::emulator::config::Config>(parsed);
    stator::emulator::start_log(config.log_level);
    return serve(config);
}
