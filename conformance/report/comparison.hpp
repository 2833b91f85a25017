// Compares several JSON reports in one table.
#pragma once

#include <string>
#include <vector>

namespace stator::conformance {

/// Returns a Markdown table with one row for each report file: its share of passing cases by tier.
/// Throws std::runtime_error for a file that is not a report.
std::string compare_reports(const std::vector<std::string>& files);

}  // namespace stator::conformance
