#include <algorithm>
#include <sstream>

#include "conformance/report/report.hpp"

namespace stator::conformance {
namespace {

std::string indented(const std::string& text) {
    std::istringstream lines(text);
    std::string result;
    for (std::string line; std::getline(lines, line);) result += "    " + line + "\n";
    return result;
}

std::string padded(const std::string& text, std::size_t width, bool is_right) {
    const std::string space(width > text.size() ? width - text.size() : 0, ' ');
    return is_right ? space + text : text + space;
}

std::string row(const std::string& name, std::size_t name_width, const TierScores& scores) {
    constexpr std::size_t kScoreWidth = 11;
    std::string text = padded(name, name_width, false);
    for (const Score& score : scores) text += padded(score_text(score), kScoreWidth, true);
    return text + "\n";
}

std::string table(std::span<const CaseResult> results) {
    const auto operations = scores_by_operation(results);
    TierScores sum{};
    for (const CaseResult& result : results) add_to(sum, result.tier, result.has_passed);
    std::size_t width = 9;
    for (const auto& [name, scores] : operations) width = std::max(width, name.size());
    std::string text = padded("operation", width, false);
    for (const char* title : {"tier 1", "tier 2", "tier 3", "all"}) text += padded(title, 11, true);
    text += "\n";
    for (const auto& [name, scores] : operations) text += row(name, width, scores);
    return text + row("all", width, sum);
}

}  // namespace

std::string failure_text(const CaseResult& result) {
    const std::string doubt = result.doubt.empty() ? "" : "  in doubt: " + result.doubt + "\n";
    return "FAIL " + result.name + " (tier " + std::to_string(result.tier) + ")\n  " +
           result.asserts + "\n" + doubt + indented(result.message);
}

std::string text_report(const ReportHead& head, std::span<const CaseResult> results) {
    std::string text;
    Score all;
    for (const CaseResult& result : results) {
        all.add(result.has_passed);
        if (!result.has_passed) text += failure_text(result) + "\n";
    }
    const auto tenths = head.duration.count() / 100;
    text += table(results);
    text += "\n" + std::to_string(all.passed) + " of " + std::to_string(all.total) +
            " cases pass (" + percentage(all) + ") on " + head.target + " in " +
            std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " s\n";
    if (head.skipped > 0) {
        text += std::to_string(head.skipped) + " more need what the target has not, see --has\n";
    }
    return text;
}

}  // namespace stator::conformance
