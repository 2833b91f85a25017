#include "load/measurement.hpp"

#include <algorithm>
#include <charconv>
#include <stdexcept>

#include "load/load_loop.hpp"

namespace stator::bench {

namespace {

constexpr double kMegabyte = 1'000'000;

double microseconds(Nanoseconds duration) noexcept {
    return static_cast<double>(duration) / 1000;
}

void fill_server_figures(const LoadResult& result, Figures& figures) {
    if (!result.server_before || !result.server_after) return;
    const ProcessUsage& before = *result.server_before;
    const ProcessUsage& after = *result.server_after;
    const double operations = static_cast<double>(std::max<std::uint64_t>(1, result.operations));
    figures.server_cpu_us_per_op = microseconds(after.cpu_ns - before.cpu_ns) / operations;
    figures.server_user_us_per_op = microseconds(after.user_ns - before.user_ns) / operations;
    figures.server_system_us_per_op = microseconds(after.system_ns - before.system_ns) / operations;
    const Nanoseconds ours = result.client_cpu + after.cpu_ns - before.cpu_ns;
    const Nanoseconds others = result.machine_cpu - std::min(result.machine_cpu, ours);
    figures.others_cpu_share = to_seconds(others) / to_seconds(result.elapsed);
    figures.rss_mb = static_cast<double>(after.rss_bytes) / kMegabyte;
    figures.rss_mb_max = static_cast<double>(after.rss_bytes_max) / kMegabyte;
}

Figures figures_of(const LoadResult& result, std::uint64_t items_per_operation) {
    const double seconds = to_seconds(result.elapsed);
    const auto operations = static_cast<double>(result.operations);
    Figures figures;
    figures.operations_per_second = operations / seconds;
    figures.items_per_second =
        figures.operations_per_second * static_cast<double>(items_per_operation);
    figures.p50_us = microseconds(result.latency_ns.percentile(50));
    figures.p99_us = microseconds(result.latency_ns.percentile(99));
    figures.max_us = microseconds(result.latency_ns.max());
    figures.client_cpu_us_per_op = microseconds(result.client_cpu) / std::max(1.0, operations);
    figures.client_cpu_share = to_seconds(result.client_cpu) / seconds;
    figures.errors = static_cast<double>(result.errors);
    fill_server_figures(result, figures);
    return figures;
}

// Sends the first request of one operation without load and checks the reply.
void check_one_answer(ApiClient& api, Workload& workload) {
    const Answer answer = api.exchange(workload.next_request(0));
    if (!answer.ok()) {
        throw std::runtime_error(std::to_string(answer.status) + " " + answer.body);
    }
    const std::string complaint = workload.complaint(answer.body);
    if (!complaint.empty()) throw std::runtime_error(complaint);
}

LoadPlan plan_for(
    const Workload& workload, std::size_t connections, const MeasurementSettings& settings
) {
    LoadPlan plan;
    plan.connections = connections;
    plan.warmup = to_nanoseconds(settings.warmup_seconds);
    plan.duration = to_nanoseconds(settings.seconds);
    plan.operations_max = workload.operations_max();
    plan.rate = settings.rate;
    plan.server_pid = settings.server_pid;
    return plan;
}

void measure_once(Workload& workload, const MeasurementSettings& settings, WorkloadReport& report) {
    ApiClient api(settings.endpoint);
    workload.prepare(api);
    check_one_answer(api, workload);
    const LoadPlan plan = plan_for(workload, report.connections, settings);
    const auto result = LoadLoop(settings.endpoint, workload, plan).run();
    report.runs.push_back(figures_of(*result, workload.items_per_operation()));
    if (report.first_error.empty()) report.first_error = result->first_error;
    if (!settings.keeps_tables) workload.clean_up(api);
}

}  // namespace

double median(std::vector<double> values) {
    if (values.empty()) return 0;
    std::ranges::sort(values);
    const std::size_t middle = values.size() / 2;
    if (values.size() % 2 == 1) return values[middle];
    return (values[middle - 1] + values[middle]) / 2;
}

Figures median(const std::vector<Figures>& runs) {
    Figures medians;
    for (const FigureName& figure : kFigureNames) {
        std::vector<double> values;
        values.reserve(runs.size());
        for (const Figures& run : runs) values.push_back(run.*figure.member);
        medians.*figure.member = median(std::move(values));
    }
    return medians;
}

WorkloadChoice choose_workload(const std::string& name) {
    const std::size_t at = name.find('@');
    WorkloadChoice choice{name, &find_workload(name.substr(0, at)), 0};
    if (at == std::string::npos) return choice;
    const char* const end = name.data() + name.size();
    const auto [stop, error] = std::from_chars(name.data() + at + 1, end, choice.connections);
    if (error != std::errc{} || stop != end || choice.connections == 0) {
        throw std::runtime_error("not a number of connections: " + name);
    }
    return choice;
}

WorkloadReport measure_workload(const WorkloadChoice& choice, const MeasurementSettings& settings) {
    WorkloadReport report;
    report.workload = choice.name;
    report.connections = choice.connections;
    if (report.connections == 0) report.connections = settings.connections;
    if (report.connections == 0) report.connections = choice.definition->connections;
    const auto workload = choice.definition->make({report.connections, settings.items});
    try {
        for (unsigned run = 0; run < settings.runs; ++run) {
            measure_once(*workload, settings, report);
        }
    } catch (const std::runtime_error& error) {
        report.failure = error.what();
    }
    return report;
}

}  // namespace stator::bench
