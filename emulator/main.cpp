// The process: builds everything, hands it down, serves until a signal.
#include <malloc.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "emulator/checking/application.hpp"
#include "emulator/cli/config.hpp"
#include "emulator/completions/script.hpp"
#include "emulator/copying/command.hpp"
#include "emulator/ctl/application.hpp"
#include "emulator/ctl/command.hpp"
#include "emulator/entrance/admin_entrance.hpp"
#include "emulator/entrance/tls_entrance.hpp"
#include "emulator/instance/instance.hpp"
#include "emulator/limits/memory.hpp"
#include "emulator/mcp/application.hpp"
#include "emulator/moves/application.hpp"
#include "emulator/reach/application.hpp"
#include "emulator/server/log.hpp"
#include "emulator/server/server.hpp"
#include "engine/base/clock.hpp"
#include "protocol/base/printable_text.hpp"

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

emulator::server::ServerOptions server_options(const emulator::cli::Config& config) {
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

int serve(const emulator::cli::Config& config) {
    emulator::limits::keep_little_free_memory();
    emulator::limits::share_free_memory(config.threads);
    const engine::SystemClock machine_clock;
    auto made = emulator::entrance::open_tls(config.tls, config.host);
    if (const auto* sentence = std::get_if<std::string>(&made)) return fail(*sentence);
    const auto& tls = std::get<emulator::entrance::TlsEntrance>(made);
    // The port before the data: a second Stator must not touch the first one's files.
    emulator::server::ServerOptions options = server_options(config);
    options.tls = tls.context.get();
    emulator::server::Server server(std::move(options), machine_clock);
    if (const auto error = server.listen()) return fail(*error);
    const auto admin =
        emulator::entrance::admin_entrance(config, server.is_reachable_from_elsewhere());
    const emulator::admin_access::Gate gate(admin.gate);
    auto opened = emulator::instance::Instance::open(
        config,
        machine_clock,
        {.ports = &server.universe_ports(),
         .load = &server.load(),
         .gate = &gate,
         .log = emulator::server::log_line}
    );
    if (const auto* sentence = std::get_if<std::string>(&opened)) return fail(*sentence);
    emulator::instance::Instance& instance = *std::get<0>(opened);
    server.serve(instance.dispatcher(), instance.awaited_journal(), [&] {
        const std::uint16_t admin_port = server.admin_port().value_or(server.port());
        std::cout << emulator::cli::startup_text(config, server.port(), server.admin_port())
                  << emulator::entrance::entrance_text(
                         config, server.port(), admin_port, admin, tls.ca_path()
                     )
                  << std::flush;
        if (tls.context && !tls.context->warning().empty()) {
            emulator::server::log_warning(tls.context->warning());
        }
        for (const std::string& warning : instance.warnings())
            emulator::server::log_warning(warning);
    });
    const auto unsaved = instance.close();
    return unsaved ? fail(*unsaved) : 0;
}

// stator completions SHELL
int print_completions(const std::vector<std::string>& arguments) {
    auto tree = emulator::cli::command_tree();
    tree.replace("ctl", emulator::ctl::command_tree());
    tree.replace("mcp", emulator::mcp::command_tree());
    for (const std::string command : {"export", "import"}) {
        tree.replace(command, emulator::moves::command_tree(command));
    }
    tree.replace("copy", emulator::copying::command_tree());
    tree.replace("check", emulator::checking::command_tree());
    const auto script = arguments.size() == 2
                            ? emulator::completions::completion_script(arguments.back(), tree)
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
    const emulator::reach::Surroundings surroundings{
        emulator::cli::environment_variable,
        emulator::cli::usual_endpoint(),
        "/proc",
        isatty(STDERR_FILENO) == 1};
    const engine::SystemClock clock;
    if (emulator::moves::is_command(arguments)) {
        keep_freed_memory();
        std::signal(SIGPIPE, SIG_IGN);
        return emulator::moves::run_command(
            arguments, surroundings, clock, std::cin, std::cout, std::cerr
        );
    }
    if (emulator::copying::is_command(arguments)) {
        keep_freed_memory();
        std::signal(SIGPIPE, SIG_IGN);
        return emulator::copying::run_command(arguments, surroundings, clock, std::cout, std::cerr);
    }
    if (emulator::checking::is_command(arguments)) {
        return emulator::checking::run_command(arguments, clock, std::cout, std::cerr);
    }
    if (!arguments.empty() && arguments.front() == "ctl") {
        return emulator::ctl::run_ctl(
            {arguments.begin() + 1, arguments.end()},
            emulator::cli::usual_endpoint(),
            std::cin,
            std::cout,
            std::cerr
        );
    }
    if (!arguments.empty() && arguments.front() == "mcp") {
        return emulator::mcp::run_mcp(
            {arguments.begin() + 1, arguments.end()}, surroundings, std::cin, std::cout, std::cerr
        );
    }
    if (!arguments.empty() && emulator::reach::is_command(arguments.front())) {
        return emulator::reach::run_command(arguments, surroundings, std::cout, std::cerr);
    }
    if (!arguments.empty() && arguments.front() == "completions") {
        return print_completions(arguments);
    }
    const auto parsed = emulator::cli::parse_command_line(arguments);
    if (const auto* exit = std::get_if<emulator::cli::EarlyExit>(&parsed)) {
        (exit->code == 0 ? std::cout : std::cerr) << exit->text;
        return exit->code;
    }
    std::signal(SIGPIPE, SIG_IGN);
    const auto& config = std::get<emulator::cli::Config>(parsed);
    emulator::server::start_log(config.log_level);
    return serve(config);
}
