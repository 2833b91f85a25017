// The figures as a table for people and as JSON for programs.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "load/measurement.hpp"
#include "load/startup.hpp"

namespace stator::bench {

void print_header(std::ostream& out);

// One row with the medians of the runs; errors and failures on lines of their own below it.
void print_row(std::ostream& out, const WorkloadReport& report);

void print_startup(std::ostream& out, const std::vector<StartupFigures>& runs);

// Both write the whole file and throw std::runtime_error when that fails.
void write_json(
    const std::string& path,
    const MeasurementSettings& settings,
    const std::vector<WorkloadReport>& reports
);
void write_json(const std::string& path, const std::vector<StartupFigures>& runs);

}  // namespace stator::bench
