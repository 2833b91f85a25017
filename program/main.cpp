// The process: builds everything, hands it down, serves until a signal.
#include <malloc.h>
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
#include "program/tls_entrance.hpp"
#include "protocol/base/printable_text.hpp"
#include "tools/check/command.hpp"
#include "tools/completions/script.hpp"
#include "tools/copy/command.hpp"
#include "tools/ctl/application.hpp"
#include "tools/ctl/command.hpp"
#include "tools/doctor/command.hpp"
#include "tools/mcp/command.hpp"
#include "tools/transfer/command.hpp"

namespace {

using namespace stator;

// For a client: memory of a few megabytes, of a page of a Scan, is kept for the next one. As malloc
// begins, it would be given back to the system and taken anew, a page at a time.
void keep_freed_memory() {
    constexpr int kKeptBytes = 8 << 20;
    mallopt(M_MMAP_THRESHOLD, kKeptBytes);
    mallopt(M_TRIM_THRESHOLD, kKeptBytes);
}

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
    // The port before the data: a second Stator must not touch the first one's files.
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

// stator completions SHELL
int print_completions(const std::vector<std::string>& arguments) {
    auto tree = stator::emulator::config::command_tree();
    tree.replace("ctl", stator::tools::ctl::command_tree());
    tree.replace("mcp", stator::tools::mcp::command_tree());
    for (const std::string command : {"export", "import"}) {
        tree.replace(command, stator::tools::transfer::command_tree(command));
    }
    tree.replace("copy", stator::tools::copy::command_tree());
    tree.replace("check", stator::tools::check::command_tree());
    const auto script = arguments.size() == 2
                            ? stator::tools::completions::completion_script(arguments.back(), tree)
                            : std::nullopt;
    if (!script) {
        std::cerr << "stator: completions are there for bash, zsh and fish; name one of these.\n";
        return 2;
    }
    std::cout << *script;
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const std::vector<std::string> arguments(argv + 1, argv + argc);
    const stator::tools::client::Surroundings surroundings{
        stator::emulator::config::environment_variable,
        stator::emulator::config::usual_endpoint(),
        "/proc",
        isatty(STDERR_FILENO) == 1};
    const engine::SystemClock clock;
    if (stator::tools::transfer::is_command(arguments)) {
        keep_freed_memory();
        std::signal(SIGPIPE, SIG_IGN);
        return stator::tools::transfer::run_command(
            arguments, surroundings, clock, std::cin, std::cout, std::cerr
        );
    }
    if (stator::tools::copy::is_command(arguments)) {
        keep_freed_memory();
        std::signal(SIGPIPE, SIG_IGN);
        return stator::tools::copy::run_command(
            arguments, surroundings, clock, std::cout, std::cerr
        );
    }
    if (stator::tools::check::is_command(arguments)) {
        return stator::tools::check::run_command(arguments, clock, std::cout, std::cerr);
    }
    if (!arguments.empty() && arguments.front() == "ctl") {
        return stator::tools::ctl::run_ctl(
            {arguments.begin() + 1, arguments.end()},
            stator::emulator::config::usual_endpoint(),
            std::cin,
            std::cout,
            std::cerr
        );
    }
    if (!arguments.empty() && arguments.front() == "mcp") {
        return stator::tools::mcp::run_mcp(
            {arguments.begin() + 1, arguments.end()}, surroundings, std::cin, std::cout, std::cerr
        );
    }
    if (!arguments.empty() && stator::tools::doctor::is_command(arguments.front())) {
        return stator::tools::doctor::run_command(arguments, surroundings, std::cout, std::cerr);
    }
    if (!arguments.empty() && arguments.front() == "completions") {
        return print_completions(arguments);
    }
    const auto parsed = stator::emulator::config::parse_command_line(arguments);
    if (const auto* exit = std::get_if<stator::emulator::config::EarlyExit>(&parsed)) {
        (exit->code == 0 ? std::cout : std::cerr) << exit->text;
        return exit->code;
    }
    std::signal(SIGPIPE, SIG_IGN);
    const auto& config = std::get<stator::emulator::config::Config>(parsed);
    stator::emulator::start_log(config.log_level);
    return serve(config);
}
