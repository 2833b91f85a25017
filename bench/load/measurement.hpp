// Runs a workload a number of times and turns what was counted into the figures people read.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "load/socket.hpp"
#include "load/workload.hpp"

namespace stator::bench {

struct MeasurementSettings {
    Endpoint endpoint;
    std::optional<pid_t> server_pid;
    // 0 for each workload's own number.
    std::size_t connections = 0;
    std::uint64_t items = 0;
    double seconds = 5;
    double warmup_seconds = 1;
    // Operations per second of an open loop; 0 for the closed loop.
    double rate = 0;
    unsigned runs = 1;
    bool keeps_tables = false;
};

// The figures of one run, or the median of each figure over several. Those of the server are 0 when
// its process is not known.
struct Figures {
    double operations_per_second = 0;
    double items_per_second = 0;
    double p50_us = 0;
    double p99_us = 0;
    double max_us = 0;
    double server_cpu_us_per_op = 0;
    double server_user_us_per_op = 0;
    double server_system_us_per_op = 0;
    double client_cpu_us_per_op = 0;
    // CPU time of this program over wall time: 1 is one core.
    double client_cpu_share = 0;
    // The same for everything on the machine that is neither client nor server: how far the run was
    // disturbed.
    double others_cpu_share = 0;
    double rss_mb = 0;
    double rss_mb_max = 0;
    double errors = 0;
};

// The figures in the order in which they are reported, for code that treats them alike.
struct FigureName {
    const char* name;
    double Figures::*member;
};

inline constexpr FigureName kFigureNames[] = {
    {"operations_per_second", &Figures::operations_per_second},
    {"items_per_second", &Figures::items_per_second},
    {"p50_us", &Figures::p50_us},
    {"p99_us", &Figures::p99_us},
    {"max_us", &Figures::max_us},
    {"server_cpu_us_per_op", &Figures::server_cpu_us_per_op},
    {"server_user_us_per_op", &Figures::server_user_us_per_op},
    {"server_system_us_per_op", &Figures::server_system_us_per_op},
    {"client_cpu_us_per_op", &Figures::client_cpu_us_per_op},
    {"client_cpu_share", &Figures::client_cpu_share},
    {"others_cpu_share", &Figures::others_cpu_share},
    {"rss_mb", &Figures::rss_mb},
    {"rss_mb_max", &Figures::rss_mb_max},
    {"errors", &Figures::errors},
};

// A workload and how many connections it is asked for: 0 for the settings' number or its own.
struct WorkloadChoice {
    std::string name;
    const WorkloadDefinition* definition = nullptr;
    std::size_t connections = 0;
};

// Reads `W1`, or `W1@8` for 8 connections. Throws std::runtime_error for anything else.
WorkloadChoice choose_workload(const std::string& name);

struct WorkloadReport {
    std::string workload;
    std::size_t connections = 0;
    std::vector<Figures> runs;
    // The body of the first answer that was not a 200, over all runs.
    std::string first_error;
    // Why the workload could not be run at all; empty when it could.
    std::string failure;
};

// The median of `values`; 0 when there are none.
double median(std::vector<double> values);

// The median of every figure by itself.
Figures median(const std::vector<Figures>& runs);

// Prepares, checks one answer, warms up, measures; `settings.runs` times. Never throws for what the
// server does: that is the report's `failure`.
WorkloadReport measure_workload(const WorkloadChoice& choice, const MeasurementSettings& settings);

}  // namespace stator::bench
