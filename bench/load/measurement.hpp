// Runs a workload several times and converts the results to readable figures.
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
    // 0: the workload's own number.
    std::size_t connections = 0;
    std::uint64_t items = 0;
    double seconds = 5;
    double warmup_seconds = 1;
    // Operations per second of an open loop; 0 for the closed loop.
    double rate = 0;
    unsigned runs = 1;
    bool keeps_tables = false;
};

// The figures of one run, or the median of each figure over several runs. The server's figures are
// 0 if its process is unknown.
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
    // The CPU time of all processes except client and server, over wall time: shows disturbances of
    // the run.
    double others_cpu_share = 0;
    double rss_mb = 0;
    double rss_mb_max = 0;
    double errors = 0;
};

// The figures in the order of the report, for code that treats all figures in the same way.
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

// A workload and its requested number of connections. 0: the number in the settings, or the
// workload's own.
struct WorkloadChoice {
    std::string name;
    const WorkloadDefinition* definition = nullptr;
    std::size_t connections = 0;
};

// Parses `W1`, or `W1@8` for 8 connections. Throws std::runtime_error for any other text.
WorkloadChoice choose_workload(const std::string& name);

struct WorkloadReport {
    std::string workload;
    std::size_t connections = 0;
    std::vector<Figures> runs;
    // The body of the first reply of all runs that was not a 200.
    std::string first_error;
    // The reason why the workload could not run; "" if it could.
    std::string failure;
};

// The median of `values`; 0 if there are none.
double median(std::vector<double> values);

// The median of each figure separately.
Figures median(const std::vector<Figures>& runs);

// Prepares, checks one reply, warms up and measures, `settings.runs` times. Never throws because of
// the server: the report's `failure` contains such errors.
WorkloadReport measure_workload(const WorkloadChoice& choice, const MeasurementSettings& settings);

}  // namespace stator::bench
