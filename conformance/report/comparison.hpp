// Several JSON reports side by side.
#pragma once

#include <string>
#include <vector>

namespace stator::conformance {

/// A Markdown table: a row for each report file, its share of passing cases by tier. Throws
/// std::runtime_error for a file that is no report.
std::string compare_reports(const std::vector<std::string>& files);

}  // namespace stator::conformance
