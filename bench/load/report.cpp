#include "load/report.hpp"

#include <rapidjson/ostreamwrapper.h>
#include <rapidjson/prettywriter.h>

#include <array>
#include <cstdio>
#include <fstream>
#include <stdexcept>

namespace stator::bench {

namespace {

using JsonWriter = rapidjson::PrettyWriter<rapidjson::OStreamWrapper>;

constexpr std::size_t kQuotedErrorMax = 300;

// `value` with `decimals` decimals, or a dash for a figure that was not measured.
std::string cell(double value, int decimals, bool known) {
    if (!known) return "-";
    std::array<char, 32> text{};
    std::snprintf(text.data(), text.size(), "%.*f", decimals, value);
    return text.data();
}

void print_cells(std::ostream& out, const std::array<std::string, 11>& cells) {
    constexpr std::array<int, 11> kWidths{9, 6, 10, 10, 9, 9, 12, 11, 8, 9, 8};
    for (std::size_t column = 0; column < cells.size(); ++column) {
        std::array<char, 64> text{};
        const int width = column == 0 ? -kWidths[column] : kWidths[column];
        std::snprintf(text.data(), text.size(), "%*s", width, cells[column].c_str());
        out << text.data();
    }
    out << std::endl;
}

std::string shortened(const std::string& text) {
    return text.size() <= kQuotedErrorMax ? text : text.substr(0, kQuotedErrorMax) + " …";
}

void write_member(JsonWriter& json, const char* name, const std::string& value) {
    json.Key(name);
    json.String(value.data(), static_cast<rapidjson::SizeType>(value.size()));
}

void write_member(JsonWriter& json, const char* name, double value) {
    json.Key(name);
    json.Double(value);
}

void write_figures(JsonWriter& json, const Figures& figures) {
    json.StartObject();
    for (const FigureName& figure : kFigureNames) {
        write_member(json, figure.name, figures.*figure.member);
    }
    json.EndObject();
}

void write_report(JsonWriter& json, const WorkloadReport& report) {
    json.StartObject();
    write_member(json, "workload", report.workload);
    json.Key("connections");
    json.Uint64(report.connections);
    write_member(json, "failure", report.failure);
    write_member(json, "first_error", report.first_error);
    json.Key("median");
    write_figures(json, median(report.runs));
    json.Key("runs");
    json.StartArray();
    for (const Figures& run : report.runs) write_figures(json, run);
    json.EndArray();
    json.EndObject();
}

std::vector<double> figures_of(
    const std::vector<StartupFigures>& runs, double StartupFigures::*member
) {
    std::vector<double> values;
    values.reserve(runs.size());
    for (const StartupFigures& run : runs) values.push_back(run.*member);
    return values;
}

// Calls `write` with a stream for `path` and checks that all output was written.
template <class Write>
void write_file(const std::string& path, Write write) {
    std::ofstream file(path);
    rapidjson::OStreamWrapper stream(file);
    JsonWriter json(stream);
    write(json);
    file << '\n';
    file.close();
    if (!file) throw std::runtime_error("cannot write " + path);
}

}  // namespace

void print_header(std::ostream& out) {
    print_cells(
        out,
        {"workload",
         "conns",
         "ops/s",
         "items/s",
         "p50 us",
         "p99 us",
         "srv CPU/op",
         "client CPU",
         "others",
         "RSS MB",
         "errors"}
    );
}

void print_row(std::ostream& out, const WorkloadReport& report) {
    const bool ran = !report.runs.empty();
    const Figures figures = median(report.runs);
    const bool server_known = ran && figures.rss_mb > 0;
    print_cells(
        out,
        {report.workload,
         std::to_string(report.connections),
         cell(figures.operations_per_second, 0, ran),
         cell(figures.items_per_second, 0, figures.items_per_second > 0),
         cell(figures.p50_us, 0, ran),
         cell(figures.p99_us, 0, ran),
         cell(figures.server_cpu_us_per_op, 2, server_known),
         cell(figures.client_cpu_share * 100, 0, ran) + (ran ? "%" : ""),
         cell(figures.others_cpu_share * 100, 0, server_known) + (server_known ? "%" : ""),
         cell(figures.rss_mb, 1, server_known),
         cell(figures.errors, 0, ran)}
    );
    if (!report.first_error.empty()) {
        out << "  first error: " << shortened(report.first_error) << std::endl;
    }
    if (!report.failure.empty()) {
        out << "  not measured: " << shortened(report.failure) << std::endl;
    }
}

void print_startup(std::ostream& out, const std::vector<StartupFigures>& runs) {
    const auto print = [&](const char* label, double StartupFigures::*member, const char* unit) {
        out << label << cell(median(figures_of(runs, member)), 2, true) << unit << '\n';
    };
    out << "median of " << runs.size() << " starts\n";
    print("  first accept:     ", &StartupFigures::accept_ms, " ms");
    print("  first ListTables: ", &StartupFigures::first_answer_ms, " ms");
    print("  CPU until idle:   ", &StartupFigures::cpu_ms, " ms");
    print("  idle RSS:         ", &StartupFigures::idle_rss_mb, " MB");
    out.flush();
}

void write_json(
    const std::string& path,
    const MeasurementSettings& settings,
    const std::vector<WorkloadReport>& reports
) {
    write_file(path, [&](JsonWriter& json) {
        json.StartObject();
        write_member(json, "endpoint", settings.endpoint.url);
        write_member(json, "seconds", settings.seconds);
        write_member(json, "warmup_seconds", settings.warmup_seconds);
        write_member(json, "rate", settings.rate);
        json.Key("workloads");
        json.StartArray();
        for (const WorkloadReport& report : reports) write_report(json, report);
        json.EndArray();
        json.EndObject();
    });
}

void write_json(const std::string& path, const std::vector<StartupFigures>& runs) {
    write_file(path, [&](JsonWriter& json) {
        const auto write = [&](const char* name, double StartupFigures::*member) {
            write_member(json, name, median(figures_of(runs, member)));
        };
        json.StartObject();
        json.Key("runs");
        json.Uint64(runs.size());
        write("accept_ms", &StartupFigures::accept_ms);
        write("first_answer_ms", &StartupFigures::first_answer_ms);
        write("idle_rss_mb", &StartupFigures::idle_rss_mb);
        write("cpu_ms", &StartupFigures::cpu_ms);
        json.EndObject();
    });
}

}  // namespace stator::bench
