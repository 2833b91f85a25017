// Writes a CostReport as text: JSON for programs, Markdown for people, JUnit XML for build servers.
// Pure functions, thread-safe.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "emulator/journal/cost_report.hpp"

namespace stator::emulator::journal {

enum class ReportFormat : unsigned char { Json, Markdown, JUnit };

// "json", "markdown" and "junit"; nullopt for other names.
std::optional<ReportFormat> find_report_format(std::string_view name);

// The format for the end of a file's name: .json, .md or .xml; nullopt for other names.
std::optional<ReportFormat> report_format_of_file(std::string_view file_name);

// The media type, a string literal.
std::string_view report_content_type(ReportFormat format);

std::string report_text(const CostReport& report, ReportFormat format);

// One test case for each kind of finding, which fails if there is a warning of that kind and
// contains the notes as its output. One test case for each assertion.
std::string junit_report(const CostReport& report);

// Tables of costs, findings by kind, and assertions.
std::string markdown_report(const CostReport& report);

std::string json_report(const CostReport& report);

// `text` escaped for an XML attribute or element. Characters that XML does not allow become U+FFFD.
std::string xml_escaped(std::string_view text);

}  // namespace stator::emulator::journal
