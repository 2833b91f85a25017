#include <sstream>

#include "conformance/report/report.hpp"

namespace stator::conformance {
namespace {

constexpr const char* kHead = R"(<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>DynamoDB conformance</title>
<style>
body { font: 15px/1.45 system-ui, sans-serif; max-width: 75rem; margin: 2rem auto; padding: 0 1rem;
  color: #1b1f24; background: #fff; }
table { border-collapse: collapse; margin: 1rem 0; }
th, td { text-align: right; padding: .2rem .8rem; border-bottom: 1px solid #d8dee4; }
th:first-child, td:first-child { text-align: left; }
.pass { color: #1a7f37; } .fail { color: #c1121f; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #f6f8fa; padding: .8rem; }
summary { cursor: pointer; padding: .15rem 0; } details details { margin-left: 1.2rem; }
.case { margin-left: 1.2rem; } small { color: #57606a; }
#failing:checked ~ main .passing { display: none; }
#no1:checked ~ main .tier1, #no2:checked ~ main .tier2, #no3:checked ~ main .tier3 {
  display: none; }
@media (prefers-color-scheme: dark) {
  body { color: #e6edf3; background: #0d1117; } pre { background: #161b22; }
  th, td { border-color: #30363d; } .pass { color: #3fb950; } .fail { color: #ff7b72; } }
</style></head><body>
)";

constexpr const char* kFilters = R"(<input type="checkbox" id="failing">
<label for="failing">failing only</label>
<input type="checkbox" id="no1"><label for="no1">hide tier 1</label>
<input type="checkbox" id="no2"><label for="no2">hide tier 2</label>
<input type="checkbox" id="no3"><label for="no3">hide tier 3</label>
<main>
)";

std::string escaped(const std::string& text) {
    std::string result;
    for (const char c : text) {
        switch (c) {
            case '&': result += "&amp;"; break;
            case '<': result += "&lt;"; break;
            case '>': result += "&gt;"; break;
            case '"': result += "&quot;"; break;
            default: result += c;
        }
    }
    return result;
}

const char* class_of(const Score& score) {
    return score.passed == score.total ? "pass" : "fail";
}

void write_row(std::ostream& html, const std::string& name, const TierScores& scores) {
    html << "<tr><td>" << name << "</td>";
    for (const Score& score : scores) {
        const char* style = score.total == 0 ? "" : class_of(score);
        html << "<td class=\"" << style << "\">" << score_text(score) << "</td>";
    }
    html << "</tr>\n";
}

using Scores = std::map<std::string, TierScores>;

void write_table(std::ostream& html, const Scores& operations, const TierScores& sum) {
    html << "<table><tr><th>operation</th><th>tier 1</th><th>tier 2</th><th>tier 3</th>"
            "<th>all</th></tr>\n";
    for (const auto& [name, scores] : operations) {
        const std::string link = escaped(name);
        write_row(html, "<a href=\"#" + link + "\">" + link + "</a>", scores);
    }
    write_row(html, "all", sum);
    html << "</table>\n";
}

void write_case(std::ostream& html, const CaseResult& result) {
    const std::string tier = std::to_string(result.tier);
    const std::string title = escaped(result.name) + " <small>tier " + tier + " · " +
                              std::to_string(result.duration.count()) + " ms</small> " +
                              escaped(result.asserts);
    if (result.has_passed) {
        html << "<div class=\"case passing tier" << tier << "\"><span class=\"pass\">pass</span> "
             << title << "</div>\n";
    } else {
        const std::string doubt =
            result.doubt.empty() ? "" : "in doubt: " + escaped(result.doubt) + "\n";
        html << "<details class=\"tier" << tier << "\"><summary><span class=\"fail\">FAIL</span> "
             << title << "</summary><pre>" << doubt << escaped(result.message)
             << "</pre></details>\n";
    }
}

void write_operation(
    std::ostream& html,
    const std::string& name,
    const Score& score,
    std::span<const CaseResult> results
) {
    const bool all_pass = score.passed == score.total;
    html << "<details id=\"" << escaped(name) << "\"" << (all_pass ? " class=\"passing\"" : " open")
         << "><summary><b>" << escaped(name) << "</b> <span class=\"" << class_of(score) << "\">"
         << score_text(score) << "</span></summary>\n";
    for (const CaseResult& result : results) {
        if (result.operation == name) write_case(html, result);
    }
    html << "</details>\n";
}

}  // namespace

std::string html_report(const ReportHead& head, std::span<const CaseResult> results) {
    const Scores operations = scores_by_operation(results);
    TierScores sum{};
    for (const CaseResult& result : results) add_to(sum, result.tier, result.has_passed);
    std::ostringstream html;
    html << kHead << "<h1>DynamoDB conformance: " << escaped(head.target) << "</h1>\n<p>"
         << score_text(sum.back()) << " cases pass (" << percentage(sum.back()) << ") · "
         << escaped(head.endpoint) << " · " << head.date << "</p>\n";
    write_table(html, operations, sum);
    html << kFilters;
    for (const auto& [name, scores] : operations) {
        write_operation(html, name, scores.back(), results);
    }
    html << "</main></body></html>\n";
    return html.str();
}

}  // namespace stator::conformance
