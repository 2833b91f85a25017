// The reports of a run: text, JSON for `--compare`, and an HTML page.
#pragma once

#include <array>
#include <cstddef>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "conformance/run/case_runner.hpp"

namespace stator::conformance {

constexpr int kTierCount = 3;

struct Score {
    std::size_t passed = 0;
    std::size_t total = 0;

    void add(bool has_passed);
    bool operator==(const Score&) const = default;
};

/// Scores by tier (index tier - 1), and the total of all tiers in the last place.
using TierScores = std::array<Score, kTierCount + 1>;

void add_to(TierScores& scores, int tier, bool has_passed);

/// The parts of a report that are not about its cases.
struct ReportHead {
    std::string target;  // the name of the judged server
    std::string endpoint;
    std::string date;  // UTC, for example 2026-01-31T12:00:00Z
    std::chrono::milliseconds duration{0};
    std::size_t skipped = 0;  // cases that need a trait the target does not have
};

/// Returns the scores of each operation.
std::map<std::string, TierScores> scores_by_operation(std::span<const CaseResult> results);

/// Returns `12/13`, or `-` if there are no cases.
std::string score_text(const Score& score);

/// Returns `92.3 %`; 100 % only if all cases pass.
std::string percentage(const Score& score);

/// Returns one failed case with its message, indented.
std::string failure_text(const CaseResult& result);

/// Returns the failures, the table by operation and tier, and the total in one line.
std::string text_report(const ReportHead& head, std::span<const CaseResult> results);

std::string json_report(const ReportHead& head, std::span<const CaseResult> results);

/// A single self-contained page.
std::string html_report(const ReportHead& head, std::span<const CaseResult> results);

}  // namespace stator::conformance
