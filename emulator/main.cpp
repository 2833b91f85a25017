// The process: builds everything, hands it down, serves until a signal.
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <iostream>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "emulator/cli/config.hpp"
#include "emulator/completions/script.hpp"
#include "emulator/controls/clock_notes.hpp"
#include "emulator/controls/fault_control.hpp"
#include "emulator/controls/universe_warnings.hpp"
#include "emulator/ctl/application.hpp"
#include "emulator/ctl/command.hpp"
#include "emulator/declaration/establish.hpp"
#include "emulator/faults/fault_rules.hpp"
#include "emulator/faults/random_throttling.hpp"
#include "emulator/mcp/application.hpp"
#include "emulator/observe/cost_report.hpp"
#include "emulator/observe/laboratories.hpp"
#include "emulator/observe/report_formats.hpp"
#include "emulator/observe/report_inputs.hpp"
#include "emulator/operations/operation_table.hpp"
#include "emulator/reach/application.hpp"
#include "emulator/server/dispatcher.hpp"
#include "emulator/server/log.hpp"
#include "emulator/server/server.hpp"
#include "engine/base/clock.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"

namespace {

using namespace stator;

int fail(const std::string& sentence) {
    std::cerr << "stator: " << sentence << '\n';
    return 1;
}

engine::EngineOptions engine_options(const emulator::cli::Config& config) {
    engine::EngineOptions options;
    options.table_delay_ms = config.table_delay_ms;
    options.index_delay_ms = config.index_delay_ms;
    options.time_to_live_delay_ms = static_cast<std::int64_t>(config.ttl_delay_s * 1'000);
    options.history_limit_bytes = config.history_limit_mb << 20U;
    options.shared_regions = config.shared_regions;
    options.universes_are_accounts =
        config.laboratory.isolation == emulator::server::Isolation::Account;
    options.seed = config.laboratory.seed;
    options.lag = config.laboratory.lag;
    options.throttle = config.laboratory.throttle;
    options.collects_heat = config.laboratory.collects_heat;
    options.partitions = config.laboratory.partitions;
    options.report = [](engine::persistence::JournalSeverity severity,
                        const std::string& sentence) {
        const bool refused = severity == engine::persistence::JournalSeverity::Error;
        refused ? emulator::server::log_error(sentence) : emulator::server::log_warning(sentence);
    };
    options.report_loading = [](std::uint64_t items) {
        emulator::server::log_info("loading: " + std::to_string(items) + " items so far");
    };
    // What the command line says about the clock counts more than what the data file remembers.
    options.frozen_at = config.laboratory.frozen_at;
    return options;
}

emulator::server::ServerOptions server_options(const emulator::cli::Config& config) {
    emulator::server::ServerOptions options;
    options.host = config.host;
    options.port = config.port;
    options.threads = config.threads;
    options.request_limit =
        std::chrono::milliseconds(static_cast<std::int64_t>(config.request_timeout_s * 1'000));
    if (config.laboratory.serves_admin) options.admin_port = config.laboratory.admin_port;
    if (config.exits_with_parent) options.lifeline = STDIN_FILENO;
    return options;
}

// Writes the report that --report asks for. A sentence when that cannot be done.
std::optional<std::string> write_report(
    const std::string& file_name, emulator::observe::Laboratories& laboratories
) {
    if (file_name.empty()) return std::nullopt;
    const auto report = emulator::observe::build_report(
        emulator::observe::journal_of_all(laboratories),
        emulator::observe::report_inputs(laboratories)
    );
    std::ofstream file(file_name, std::ios::binary);
    file << emulator::observe::report_text(
        report, *emulator::observe::report_format_of_file(file_name)
    );
    if (file.flush()) return std::nullopt;
    return "the report " + file_name + " cannot be written; choose another file with --report.";
}

// Makes the laboratory what the file declares, and what flags say besides. A sentence when that
// cannot be done.
std::optional<std::string> establish(
    emulator::declaration::DeclarationFile& file,
    const emulator::cli::LaboratoryConfig& config,
    const std::optional<emulator::controls::Change>& faults,
    emulator::observe::Laboratories& laboratories
) {
    // Before the universes, which begin with the settings of the default one.
    auto& changes = file.declaration.itself.changes;
    changes.push_back(emulator::cli::given_settings(config));
    if (faults) changes.push_back(*faults);
    const auto established =
        emulator::declaration::establish(laboratories.usual(), file.declaration);
    if (established.has_value()) return std::nullopt;
    return emulator::declaration::mistake_in_file(config.laboratory_file, established.error())
        .sentence;
}

// The fault rules that the command line asks for; nothing when it asks for none.
emulator::forms::Accepted<std::optional<emulator::controls::Change>> read_faults(
    const emulator::cli::Config& config
) {
    auto rules = emulator::faults::random_throttling(
        config.read_error_probability, config.write_error_probability
    );
    emulator::faults::FaultSettings settings;
    if (!config.laboratory.faults_file.empty()) {
        auto loaded = emulator::faults::load_fault_file(config.laboratory.faults_file);
        if (loaded.has_error()) return loaded.error();
        settings = *std::move(loaded);
    } else if (rules.empty()) {
        return std::optional<emulator::controls::Change>();
    }
    for (auto& rule : rules) settings.rules.push_back(std::move(rule));
    return std::optional(emulator::controls::change_faults(std::move(settings)));
}

int serve(const emulator::cli::Config& config) {
    const engine::SystemClock machine_clock;
    auto given_faults = read_faults(config);
    if (given_faults.has_error()) return fail(given_faults.error().sentence);
    const std::optional<emulator::controls::Change>& faults = *given_faults;
    std::optional<emulator::declaration::DeclarationFile> declared;
    if (!config.laboratory.laboratory_file.empty()) {
        auto loaded = emulator::declaration::load_declaration(config.laboratory.laboratory_file);
        if (loaded.has_error()) return fail(loaded.error().sentence);
        declared = *std::move(loaded);
    }
    // The port before the data: a second Stator must not touch the first one's files.
    emulator::server::Server server(server_options(config), machine_clock);
    if (const auto error = server.listen()) return fail(*error);

    std::optional<engine::DataPath> data;
    if (config.db_path) data = engine::DataPath{*config.db_path, config.durability};
    auto opened = engine::Engine::open(engine_options(config), machine_clock, data);
    if (const auto* error = std::get_if<engine::persistence::DataFileError>(&opened)) {
        return fail(error->message);
    }
    engine::Engine& engine = *std::get<0>(opened);
    if (config.laboratory.frozen_at) engine.default_universe().record_clock();
    emulator::observe::Laboratories laboratories(
        engine, {config.laboratory.seed.value_or(0), config.laboratory.snapshots}
    );
    laboratories.set_ports(server.universe_ports());
    laboratories.set_log([](const std::string& line) { emulator::server::log_info(line); });
    // A declared laboratory takes them itself.
    if (faults && !declared) {
        (*faults)(laboratories.usual(), emulator::controls::Others::Stay);
    }
    laboratories.usual().set_hostile_level(config.laboratory.hostile_level);
    laboratories.usual().journal().configure(config.laboratory.journal);
    if (declared) {
        const auto problem = establish(*declared, config.laboratory, faults, laboratories);
        if (problem) return fail(*problem);
    }
    const emulator::admin::AdminRouter admin(laboratories, emulator::admin::all_admin_routes());
    emulator::server::DispatcherOptions options;
    options.cors = emulator::http::CorsPolicy(config.cors);
    options.isolation = config.laboratory.isolation;
    options.laboratories = &laboratories;
    options.behaves_like = config.behaves_like;
    if (config.laboratory.serves_admin) options.admin = &admin;
    options.heeds_laboratory_headers = config.laboratory.serves_admin;
    options.has_admin_port = config.laboratory.admin_port.has_value();
    options.wears_costume = config.wears_costume;
    emulator::server::Dispatcher dispatcher(engine, emulator::operations::find_operation, options);
    const bool waits = config.durability != engine::persistence::Durability::Relaxed;
    server.serve(dispatcher, waits ? engine.journal() : nullptr, [&] {
        std::cout << emulator::cli::startup_text(config, server.port(), server.admin_port())
                  << std::flush;
        for (const std::string& warning : emulator::controls::universe_warnings(laboratories)) {
            emulator::server::log_warning(warning);
        }
        // Whoever says where the clock stands need not be told.
        if (config.laboratory.frozen_at) return;
        for (const std::string& note : emulator::controls::clock_notes(laboratories)) {
            emulator::server::log_warning(note);
        }
    });
    const auto unwritten = write_report(config.laboratory.report_file, laboratories);
    if (!engine.close()) return fail("some writes could not be saved; see the log above.");
    return unwritten ? fail(*unwritten) : 0;
}

// stator completions SHELL
int print_completions(const std::vector<std::string>& arguments) {
    auto tree = emulator::cli::command_tree();
    tree.replace("ctl", emulator::ctl::command_tree());
    tree.replace("mcp", emulator::mcp::command_tree());
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
    if (!arguments.empty() && arguments.front() == "ctl") {
        return emulator::ctl::run_ctl(
            {arguments.begin() + 1, arguments.end()},
            emulator::cli::usual_endpoint(),
            std::cin,
            std::cout,
            std::cerr
        );
    }
    const emulator::reach::Surroundings surroundings{
        emulator::cli::environment_variable, emulator::cli::usual_endpoint()};
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
