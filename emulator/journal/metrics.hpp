// Metrics: the text that Prometheus reads at /metrics. Pure functions, thread-safe.
// [https://prometheus.io/docs/instrumenting/exposition_formats/]
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "emulator/journal/journal_totals.hpp"

namespace stator::emulator::journal {

// The media type of the text.
inline constexpr std::string_view kMetricsContentType = "text/plain; version=0.0.4; charset=utf-8";

// A number about the process, without labels.
struct ProcessSeries {
    std::string name;  // "stator_uptime_seconds"
    std::string help;  // one sentence
    double value = 0;
    bool is_counter = false;  // never decreases while the process lives
};

// Writes stator_up and the series of the process. With `totals`, also writes those of the requests.
// `totals` is null while the journal is off.
std::string metrics_text(const std::vector<ProcessSeries>& process, const JournalTotals* totals);

}  // namespace stator::emulator::journal
