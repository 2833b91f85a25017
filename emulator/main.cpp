// The process: builds everything, hands it down, serves until a signal.
#include <csignal>
#include <iostream>
#include <string>
#include <variant>
#include <vector>

#include "emulator/config.hpp"
#include "emulator/dispatcher.hpp"
#include "emulator/log.hpp"
#include "emulator/operation_table.hpp"
#include "emulator/server.hpp"
#include "engine/clock.hpp"
#include "engine/engine.hpp"

namespace {

using namespace stator;

int fail(const std::string& sentence) {
    std::cerr << "stator: " << sentence << '\n';
    return 1;
}

int serve(const emulator::Config& config) {
    engine::SystemClock clock;
    // The port before the data: a second Stator must not touch the first one's files.
    emulator::Server server(
        {.host = config.host, .port = config.port, .threads = config.threads}, clock
    );
    if (const auto error = server.listen()) return fail(*error);

    engine::EngineOptions options;
    options.table_delay_ms = config.table_delay_ms;
    options.time_to_live_delay_ms = static_cast<std::int64_t>(config.ttl_delay_s * 1'000);
    options.shared_regions = config.shared_regions;
    options.report = [](engine::JournalSeverity severity, const std::string& sentence) {
        const bool refused = severity == engine::JournalSeverity::Error;
        refused ? emulator::log_error(sentence) : emulator::log_warning(sentence);
    };
    options.report_loading = [](std::uint64_t items) {
        emulator::log_info("loading: " + std::to_string(items) + " items so far");
    };
    std::optional<engine::DataPath> data;
    if (config.db_path) data = engine::DataPath{*config.db_path, config.durability};
    auto opened = engine::Engine::open(options, clock, data);
    if (const auto* error = std::get_if<engine::DataFileError>(&opened)) {
        return fail(error->message);
    }
    engine::Engine& engine = *std::get<0>(opened);

    emulator::Dispatcher dispatcher(
        engine, emulator::find_operation, emulator::CorsPolicy(config.cors)
    );
    const bool waits = config.durability != engine::Durability::Relaxed;
    server.serve(dispatcher, waits ? engine.journal() : nullptr, [&] {
        std::cout << emulator::startup_text(config, server.port()) << std::flush;
    });
    if (!engine.close()) return fail("some writes could not be saved; see the log above.");
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    const auto parsed = emulator::parse_command_line({argv + 1, argv + argc});
    if (const auto* exit = std::get_if<emulator::EarlyExit>(&parsed)) {
        (exit->code == 0 ? std::cout : std::cerr) << exit->text;
        return exit->code;
    }
    std::signal(SIGPIPE, SIG_IGN);
    const auto& config = std::get<emulator::Config>(parsed);
    emulator::start_log(config.log_level);
    return serve(config);
}
