#include "emulator/journal/report_formats.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "emulator/base/universe_name.hpp"
#include "emulator/http/http_message.hpp"
#include "protocol/base/number_text.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::journal {

using protocol::wire::JsonWriter;

namespace {

// A single read costs one eighth of a millionth of a dollar.
constexpr int kDollarDecimals = 9;

constexpr std::string_view kKeysUnmeasured = "Heat is off: hot keys were not looked for.";

std::string dollars_text(double dollars) {
    return protocol::decimal_text(dollars, kDollarDecimals);
}

std::string_view billing_text(const SourceCost& source) {
    if (!source.billing) return "deleted";
    return *source.billing == BillingMode::OnDemand ? "on-demand" : "provisioned";
}

std::string_view severity_text(Severity severity) {
    return severity == Severity::Warning ? "warning" : "note";
}

std::vector<Finding> findings_of(const CostReport& report, FindingKind kind) {
    std::vector<Finding> found;
    std::copy_if(
        report.findings.begin(),
        report.findings.end(),
        std::back_inserter(found),
        [&](const Finding& finding) { return finding.kind == kind; }
    );
    return found;
}

void write_number(JsonWriter& json, std::string_view name, double value, int decimals = 3) {
    json.raw_member(name, protocol::decimal_text(value, decimals));
}

void write_tally(JsonWriter& json, const Tally& tally, double dollars) {
    json.integer_member("requests", tally.requests);
    json.integer_member("errors", tally.error_count());
    json.integer_member("throttled", tally.throttled);
    json.integer_member("faults", tally.fault_count());
    write_number(json, "readUnits", tally.read_units);
    write_number(json, "writeUnits", tally.write_units);
    json.integer_member("scanned", tally.scanned);
    json.integer_member("returned", tally.returned);
    write_number(json, "dollars", dollars, kDollarDecimals);
}

void write_finding(JsonWriter& json, const Finding& finding) {
    json.begin_object();
    json.string_member("kind", finding_name(finding.kind));
    json.string_member("severity", severity_text(finding.severity));
    json.string_member("sentence", finding.sentence);
    json.string_member("universe", shown_universe(finding.universe));
    json.string_member("region", finding.region);
    json.string_member("table", finding.table);
    json.string_member("index", finding.index);
    json.string_member("operation", finding.operation);
    json.begin_object("evidence");
    for (const auto& [name, value] : finding.evidence) write_number(json, name, value);
    json.end_object();
    json.end_object();
}

void write_sources(JsonWriter& json, const CostReport& report) {
    json.objects_member("sources", report.sources, [&](const SourceCost& source) {
        json.string_member("universe", shown_universe(source.universe));
        json.string_member("region", source.region);
        json.string_member("table", source.table);
        json.string_member("index", source.index);
        json.string_member("billing", billing_text(source));
        write_tally(json, source.tally, source.dollars());
    });
}

// Escapes text for a line of Markdown. Names and filters come from clients.
std::string markdown_escaped(std::string_view text) {
    std::string escaped;
    for (const char c : text) {
        if (c == '\n' || c == '\r') {
            escaped.push_back(' ');
            continue;
        }
        if (std::string_view("\\`*<|[").find(c) != std::string_view::npos) escaped.push_back('\\');
        escaped.push_back(c);
    }
    return escaped;
}

std::string cell(std::string_view text) {
    return text.empty() ? std::string(" ") : " " + markdown_escaped(text) + " ";
}

void append_row(std::string& text, const std::vector<std::string>& cells) {
    text.append("|");
    for (const std::string& content : cells) text.append(cell(content)).append("|");
    text.append("\n");
}

void append_cost_table(std::string& text, const CostReport& report) {
    text.append(
        "| universe | region | table | index | billing | requests | read units | write units "
        "| scanned | returned | dollars |\n|---|---|---|---|---|---:|---:|---:|---:|---:|---:|\n"
    );
    for (const SourceCost& source : report.sources) {
        const Tally& tally = source.tally;
        append_row(
            text,
            {shown_universe(source.universe),
             source.region,
             source.table,
             source.index,
             std::string(billing_text(source)),
             std::to_string(tally.requests),
             protocol::decimal_text(tally.read_units),
             protocol::decimal_text(tally.write_units),
             std::to_string(tally.scanned),
             std::to_string(tally.returned),
             dollars_text(source.dollars())}
        );
    }
}

std::string joined_sentences(const std::vector<Finding>& findings, Severity severity) {
    std::string text;
    for (const Finding& finding : findings) {
        if (finding.severity != severity) continue;
        text.append(text.empty() ? "" : "\n").append(finding.sentence);
    }
    return text;
}

void append_failure(
    std::string& xml, std::string_view type, std::string_view message, std::string_view text
) {
    xml.append("      <failure type=\"").append(type).append("\" message=\"");
    xml.append(xml_escaped(message)).append("\">").append(xml_escaped(text));
    xml.append("</failure>\n");
}

// True if there are no findings only because keys were not measured.
bool is_unmeasured(const CostReport& report, FindingKind kind) {
    return kind == FindingKind::HotKey && !report.measures_keys;
}

// Returns true if the test case fails.
bool append_finding_case(std::string& xml, const CostReport& report, FindingKind kind) {
    const std::vector<Finding> findings = findings_of(report, kind);
    const std::string warnings = joined_sentences(findings, Severity::Warning);
    const std::string notes = joined_sentences(findings, Severity::Note);
    const std::string_view name = finding_name(kind);
    xml.append("    <testcase classname=\"stator.findings\" name=\"").append(name).append("\">\n");
    if (is_unmeasured(report, kind)) {
        xml.append("      <skipped message=\"").append(kKeysUnmeasured).append("\"/>\n");
    }
    if (!warnings.empty()) {
        append_failure(xml, name, warnings.substr(0, warnings.find('\n')), warnings);
    }
    if (!notes.empty()) {
        xml.append("      <system-out>").append(xml_escaped(notes)).append("</system-out>\n");
    }
    xml.append("    </testcase>\n");
    return !warnings.empty();
}

bool append_assertion_case(std::string& xml, const AssertionResult& result) {
    xml.append("    <testcase classname=\"stator.assertions\" name=\"");
    xml.append(xml_escaped(result.name)).append("\">\n");
    if (!result.passed) append_failure(xml, "assertion", result.sentence, result.sentence);
    xml.append("    </testcase>\n");
    return !result.passed;
}

// The length of a character at the start of `text` that XML 1.0 cannot represent; 0 if it can.
std::size_t unwritable_length(std::string_view text) {
    const auto byte = static_cast<unsigned char>(text.front());
    if (byte < 0x20) return byte == '\t' || byte == '\n' || byte == '\r' ? 0 : 1;
    const bool is_noncharacter =
        text.starts_with("\xEF\xBF\xBE") || text.starts_with("\xEF\xBF\xBF");
    return is_noncharacter ? 3 : 0;
}

}  // namespace

std::string xml_escaped(std::string_view text) {
    std::string escaped;
    while (!text.empty()) {
        const std::size_t unwritable = unwritable_length(text);
        if (unwritable > 0) {
            escaped.append("\xEF\xBF\xBD");
            text.remove_prefix(unwritable);
            continue;
        }
        switch (text.front()) {
            case '&': escaped.append("&amp;"); break;
            case '<': escaped.append("&lt;"); break;
            case '>': escaped.append("&gt;"); break;
            case '"': escaped.append("&quot;"); break;
            case '\'': escaped.append("&apos;"); break;
            case '\t': escaped.append("&#9;"); break;
            case '\n': escaped.append("&#10;"); break;
            case '\r': escaped.append("&#13;"); break;
            default: escaped.push_back(text.front()); break;
        }
        text.remove_prefix(1);
    }
    return escaped;
}

std::optional<ReportFormat> find_report_format(std::string_view name) {
    if (name == "json") return ReportFormat::Json;
    if (name == "markdown") return ReportFormat::Markdown;
    if (name == "junit") return ReportFormat::JUnit;
    return std::nullopt;
}

std::optional<ReportFormat> report_format_of_file(std::string_view file_name) {
    if (file_name.ends_with(".json")) return ReportFormat::Json;
    if (file_name.ends_with(".md")) return ReportFormat::Markdown;
    if (file_name.ends_with(".xml")) return ReportFormat::JUnit;
    return std::nullopt;
}

std::string_view report_content_type(ReportFormat format) {
    switch (format) {
        case ReportFormat::Json: return kJson;
        case ReportFormat::Markdown: return "text/markdown; charset=utf-8";
        case ReportFormat::JUnit: return "application/xml";
    }
    return kJson;
}

std::string report_text(const CostReport& report, ReportFormat format) {
    switch (format) {
        case ReportFormat::Json: return json_report(report);
        case ReportFormat::Markdown: return markdown_report(report);
        case ReportFormat::JUnit: return junit_report(report);
    }
    return {};
}

std::string json_report(const CostReport& report) {
    return protocol::wire::object_text([&](JsonWriter& json) {
        json.begin_object("prices");
        write_number(json, "dollarsPerMillionReadUnits", kDollarsPerMillionReadUnits);
        write_number(json, "dollarsPerMillionWriteUnits", kDollarsPerMillionWriteUnits);
        json.end_object();
        json.begin_object("total");
        write_tally(json, report.total, report.dollars());
        json.end_object();
        write_sources(json, report);
        json.array_member("findings", report.findings, [&](const Finding& finding) {
            write_finding(json, finding);
        });
        json.key("assertions");
        write_results(json, report.assertions);
    });
}

std::string markdown_report(const CostReport& report) {
    std::string text("# Requests and what they cost\n\n");
    text.append(std::to_string(report.recorded)).append(" requests, ");
    text.append(std::to_string(report.total.error_count())).append(" errors, ");
    text.append(std::to_string(report.total.throttled)).append(" throttled, ");
    text.append(protocol::decimal_text(report.total.read_units)).append(" read units, ");
    text.append(protocol::decimal_text(report.total.write_units)).append(" write units: $");
    text.append(dollars_text(report.dollars())).append(" on demand in us-east-1.\n\n");
    append_cost_table(text, report);
    text.append("\n## Findings\n\n");
    if (report.findings.empty()) text.append("None.\n");
    if (!report.measures_keys) text.append("- ").append(kKeysUnmeasured).append("\n");
    for (const Finding& finding : report.findings) {
        text.append("- **").append(finding_name(finding.kind)).append("** (");
        text.append(severity_text(finding.severity)).append("): ");
        text.append(markdown_escaped(finding.sentence)).append("\n");
    }
    if (report.assertions.empty()) return text;
    text.append("\n## Assertions\n\n");
    for (const AssertionResult& result : report.assertions) {
        text.append(result.passed ? "- passed: " : "- **failed**: ");
        text.append(markdown_escaped(result.name)).append(". ");
        text.append(markdown_escaped(result.sentence)).append("\n");
    }
    return text;
}

std::string junit_report(const CostReport& report) {
    std::string cases;
    std::size_t count = 0;
    std::size_t failures = 0;
    for (const FindingKind kind : kFindingKinds) {
        ++count;
        failures += append_finding_case(cases, report, kind) ? 1 : 0;
    }
    for (const AssertionResult& result : report.assertions) {
        ++count;
        failures += append_assertion_case(cases, result) ? 1 : 0;
    }
    std::string counts(" tests=\"");
    counts.append(std::to_string(count)).append("\" failures=\"");
    counts.append(std::to_string(failures)).append("\"");
    const std::string skipped = is_unmeasured(report, FindingKind::HotKey) ? "1" : "0";
    std::string xml("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites");
    xml.append(counts).append(">\n  <testsuite name=\"stator\"").append(counts);
    xml.append(" errors=\"0\" skipped=\"" + skipped + "\">\n").append(cases);
    return xml.append("  </testsuite>\n</testsuites>\n");
}

}  // namespace stator::emulator::journal
