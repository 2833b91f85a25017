// stator-load: the command line.
#include <sys/resource.h>

#include <CLI/CLI.hpp>

#include <algorithm>
#include <iostream>
#include <stdexcept>

#include "load/measurement.hpp"
#include "load/process_usage.hpp"
#include "load/report.hpp"
#include "load/startup.hpp"
#include "load/workloads/dataset.hpp"

namespace {

using stator::bench::ApiClient;
using stator::bench::MeasurementSettings;
using stator::bench::StartupSettings;
using stator::bench::WorkloadChoice;
using stator::bench::WorkloadReport;

constexpr std::string_view kIdleTablePrefix = "stator-bench-idle-";

struct Options {
    std::string endpoint = "http://127.0.0.1:8000";
    pid_t server_pid = 0;
    std::vector<std::string> workloads;
    std::string json_path;
    unsigned idle_tables = 0;
    MeasurementSettings measurement;
    StartupSettings startup;
};

void declare_load_options(CLI::App& app, Options& options) {
    MeasurementSettings& settings = options.measurement;
    app.add_option("--endpoint", options.endpoint, "where the server listens")
        ->capture_default_str();
    app.add_option(
        "--server-pid", options.server_pid, "the server's process; else it is looked up"
    );
    app.add_option(
           "--workloads",
           options.workloads,
           "W1 to W8, mix, load, with @N for N connections; all when absent"
    )
        ->delimiter(',');
    app.add_option("--connections", settings.connections, "instead of each workload's own number");
    app.add_option("--items", settings.items, "items in the table of W1, W2, W3, W4, mix, load");
    app.add_option("--idle-tables", options.idle_tables, "empty tables to make beforehand");
    app.add_flag("--keep-tables", settings.keeps_tables, "do not delete the workload's table");
    app.add_option("--seconds", settings.seconds, "length of one measurement")
        ->check(CLI::PositiveNumber)
        ->capture_default_str();
    app.add_option("--warmup", settings.warmup_seconds, "seconds of load before it")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    app.add_option("--rate", settings.rate, "open loop with so many operations per second")
        ->check(CLI::NonNegativeNumber);
    app.add_option("--runs", settings.runs, "measurements; the medians are printed")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    app.add_option("--json", options.json_path, "file for all figures");
}

CLI::App* declare_startup_options(CLI::App& app, Options& options) {
    StartupSettings& settings = options.startup;
    CLI::App* startup = app.add_subcommand("startup", "measure the cold start of a server");
    startup->add_option("--port", settings.port, "the server's port; a free one when absent");
    startup->add_option("--runs", settings.runs, "starts; the medians are printed")
        ->check(CLI::Range(1, 1000))
        ->capture_default_str();
    startup->add_option("--idle", settings.idle_seconds, "seconds until the memory is read")
        ->check(CLI::NonNegativeNumber)
        ->capture_default_str();
    startup->add_flag("--verbose", settings.verbose, "show the server's standard error");
    startup->add_option("--json", options.json_path, "file for the figures");
    startup->add_option("command", settings.command, "the server; {port} becomes the port")
        ->required();
    return startup;
}

// A thousand connections require more descriptors than the initial limit of many systems.
void raise_descriptor_limit() {
    rlimit limit{};
    if (::getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
    limit.rlim_cur = limit.rlim_max;
    ::setrlimit(RLIMIT_NOFILE, &limit);
}

void make_idle_tables(ApiClient& api, unsigned count) {
    for (unsigned number = 0; number < count; ++number) {
        const std::string table = std::string(kIdleTablePrefix) + std::to_string(number);
        recreate_table(api, table, stator::bench::create_table_body(table));
    }
}

int run_load(Options& options) {
    MeasurementSettings& settings = options.measurement;
    settings.endpoint = stator::bench::parse_endpoint(options.endpoint);
    settings.server_pid = options.server_pid != 0
                              ? std::optional(options.server_pid)
                              : stator::bench::find_listener(settings.endpoint.port);
    if (options.workloads.empty()) {
        for (const auto& definition : stator::bench::workload_definitions()) {
            options.workloads.emplace_back(definition.name);
        }
    }
    std::vector<WorkloadChoice> choices;
    for (const std::string& name : options.workloads)
        choices.push_back(stator::bench::choose_workload(name));
    raise_descriptor_limit();
    stator::bench::connect_to(settings.endpoint);
    ApiClient api(settings.endpoint);
    make_idle_tables(api, options.idle_tables);

    std::vector<WorkloadReport> reports;
    stator::bench::print_header(std::cout);
    for (const WorkloadChoice& choice : choices) {
        reports.push_back(measure_workload(choice, settings));
        stator::bench::print_row(std::cout, reports.back());
    }
    if (!options.json_path.empty()) write_json(options.json_path, settings, reports);
    const auto failed = [](const WorkloadReport& report) { return !report.failure.empty(); };
    return std::ranges::any_of(reports, failed) ? 1 : 0;
}

int run_startup(const Options& options) {
    const auto runs = measure_startup(options.startup);
    stator::bench::print_startup(std::cout, runs);
    if (!options.json_path.empty()) stator::bench::write_json(options.json_path, runs);
    return 0;
}

}  // namespace

int main(int argc, char** argv) {
    Options options;
    CLI::App app("Measures a DynamoDB endpoint: throughput, latency, CPU per operation, memory.");
    declare_load_options(app, options);
    const CLI::App* startup = declare_startup_options(app, options);
    CLI11_PARSE(app, argc, argv);
    try {
        return startup->parsed() ? run_startup(options) : run_load(options);
    } catch (const std::exception& error) {
        std::cerr << "stator-load: " << error.what() << '\n';
        return 2;
    }
}
