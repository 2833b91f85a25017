#include "emulator/journal/metrics.hpp"

#include <map>
#include <utility>

#include "emulator/base/universe_name.hpp"
#include "protocol/base/number_text.hpp"

namespace stator::emulator::journal {
namespace {

using Labels = std::vector<std::pair<std::string_view, std::string>>;

std::string label_value(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        switch (c) {
            case '\\': escaped.append("\\\\"); break;
            case '"': escaped.append("\\\""); break;
            case '\n': escaped.append("\\n"); break;
            default: escaped.push_back(c); break;
        }
    }
    return escaped;
}

class Exposition {
public:
    void family(std::string_view name, std::string_view type, std::string_view help) {
        text_.append("# HELP ").append(name).append(" ").append(help).append("\n# TYPE ");
        text_.append(name).append(" ").append(type).append("\n");
    }

    void sample(std::string_view name, const Labels& labels, const std::string& value) {
        text_.append(name);
        std::string_view before = "{";
        for (const auto& [label, content] : labels) {
            text_.append(before).append(label).append("=\"");
            text_.append(label_value(content)).append("\"");
            before = ",";
        }
        text_.append(labels.empty() ? "" : "}").append(" ").append(value).append("\n");
    }

    std::string take() { return std::move(text_); }

private:
    std::string text_;
};

Labels table_labels(const TotalKey& key) {
    return {
        {"universe", shown_universe(key.universe)},
        {"region", key.region},
        {"operation", key.operation},
        {"table", key.table}};
}

Labels source_labels(const TotalKey& key) {
    Labels labels = table_labels(key);
    labels.emplace_back("index", key.index);
    return labels;
}

void write_requests(Exposition& out, const JournalTotals& totals) {
    out.family(
        "stator_requests_total",
        "counter",
        "Requests; one that names several tables counts for each."
    );
    for (const auto& [key, tally] : totals.tables) {
        out.sample("stator_requests_total", table_labels(key), std::to_string(tally.requests));
    }
    out.family("stator_throttled_total", "counter", "Requests refused for want of throughput.");
    for (const auto& [key, tally] : totals.tables) {
        out.sample("stator_throttled_total", table_labels(key), std::to_string(tally.throttled));
    }
}

// Writes a counter with one additional label, by table.
void write_named(
    Exposition& out,
    const JournalTotals& totals,
    std::string_view name,
    std::string_view label,
    const std::map<std::string, std::uint64_t, std::less<>> Tally::*counts
) {
    for (const auto& [key, tally] : totals.tables) {
        for (const auto& [content, count] : tally.*counts) {
            Labels labels = table_labels(key);
            labels.emplace_back(label, content);
            out.sample(name, labels, std::to_string(count));
        }
    }
}

void write_refusals(Exposition& out, const JournalTotals& totals) {
    out.family("stator_errors_total", "counter", "Requests answered with an error.");
    write_named(out, totals, "stator_errors_total", "error", &Tally::errors);
    out.family("stator_faults_total", "counter", "Faults applied to requests.");
    write_named(out, totals, "stator_faults_total", "fault", &Tally::faults);
}

template <class Value>
void write_source_counter(
    Exposition& out,
    const JournalTotals& totals,
    std::string_view name,
    std::string_view help,
    const Value& value
) {
    out.family(name, "counter", help);
    for (const auto& [key, tally] : totals.sources) {
        out.sample(name, source_labels(key), value(tally));
    }
}

void write_sources(Exposition& out, const JournalTotals& totals) {
    write_source_counter(
        out,
        totals,
        "stator_consumed_read_units_total",
        "Read capacity consumed by table and index.",
        [](const Tally& tally) { return protocol::decimal_text(tally.read_units); }
    );
    write_source_counter(
        out,
        totals,
        "stator_consumed_write_units_total",
        "Write capacity consumed by table and index.",
        [](const Tally& tally) { return protocol::decimal_text(tally.write_units); }
    );
    write_source_counter(
        out,
        totals,
        "stator_rows_scanned_total",
        "Rows that reads evaluated.",
        [](const Tally& tally) { return std::to_string(tally.scanned); }
    );
    write_source_counter(
        out,
        totals,
        "stator_rows_returned_total",
        "Rows that passed the filter, if there was one.",
        [](const Tally& tally) { return std::to_string(tally.returned); }
    );
}

std::string seconds_text(std::int64_t microseconds) {
    constexpr double kMicrosecondsPerSecond = 1e6;
    constexpr int kDecimals = 6;
    return protocol::decimal_text(
        static_cast<double>(microseconds) / kMicrosecondsPerSecond, kDecimals
    );
}

void write_latencies(Exposition& out, const JournalTotals& totals) {
    constexpr std::string_view kBucket = "stator_request_duration_seconds_bucket";
    out.family(
        "stator_request_duration_seconds",
        "histogram",
        "How long requests took, without injected latency."
    );
    for (const auto& [operation, histogram] : totals.latencies) {
        std::uint64_t below = 0;
        for (std::size_t at = 0; at < LatencyHistogram::kBounds_us.size(); ++at) {
            below += histogram.counts.at(at);
            const std::string most = seconds_text(LatencyHistogram::kBounds_us.at(at));
            out.sample(kBucket, {{"operation", operation}, {"le", most}}, std::to_string(below));
        }
        const std::string count = std::to_string(histogram.count());
        out.sample(kBucket, {{"operation", operation}, {"le", "+Inf"}}, count);
        const Labels labels = {{"operation", operation}};
        const std::string sum = seconds_text(histogram.sum_us);
        out.sample("stator_request_duration_seconds_sum", labels, sum);
        out.sample("stator_request_duration_seconds_count", labels, count);
    }
}

void write_injected_latency(Exposition& out, const JournalTotals& totals) {
    constexpr std::string_view kName = "stator_injected_latency_seconds_total";
    constexpr std::int64_t kMicrosecondsPerMillisecond = 1'000;
    out.family(kName, "counter", "How long faults held replies back.");
    std::map<std::string_view, std::int64_t> sums_ms;
    for (const auto& [key, tally] : totals.operations) sums_ms[key.operation] += tally.injected_ms;
    for (const auto& [operation, sum_ms] : sums_ms) {
        const Labels labels = {{"operation", std::string(operation)}};
        out.sample(kName, labels, seconds_text(sum_ms * kMicrosecondsPerMillisecond));
    }
}

}  // namespace

std::string metrics_text(const std::vector<ProcessSeries>& process, const JournalTotals* totals) {
    Exposition out;
    out.family("stator_up", "gauge", "1 while Stator answers.");
    out.sample("stator_up", {}, "1");
    for (const ProcessSeries& series : process) {
        out.family(series.name, series.is_counter ? "counter" : "gauge", series.help);
        out.sample(series.name, {}, protocol::decimal_text(series.value));
    }
    if (totals == nullptr) return out.take();
    write_requests(out, *totals);
    write_refusals(out, *totals);
    write_sources(out, *totals);
    write_latencies(out, *totals);
    write_injected_latency(out, *totals);
    return out.take();
}

}  // namespace stator::emulator::journal
