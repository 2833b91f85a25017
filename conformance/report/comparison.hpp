// Several JSON reports side by side.
#pragma once

#include <string>
#include <vector>

namespace stator::conformance {

/// A Markdown table with a row for each report file: its share of passing cases by tier. Throws
/// std::runtime_error for a file that is not a report.
std::string compare_reports(const std::vector<std::string>& files);

}  // namespace stator::conformance
