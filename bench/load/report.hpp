// The figures as a readable table and as JSON.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "load/measurement.hpp"
#include "load/startup.hpp"

namespace stator::bench {

void print_header(std::ostream& out);

// Prints one row with the medians of the runs. Errors and failures are on separate lines below it.
void print_row(std::ostream& out, const WorkloadReport& report);

void print_startup(std::ostream& out, const std::vector<StartupFigures>& runs);

// Both functions write the whole file, and throw std::runtime_error if that fails.
void write_json(
    const std::string& path,
    const MeasurementSettings& settings,
    const std::vector<WorkloadReport>& reports
);
void write_json(const std::string& path, const std::vector<StartupFigures>& runs);

}  // namespace stator::bench
