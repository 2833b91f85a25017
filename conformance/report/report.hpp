// The reports of a run: text for people, JSON for `--compare`, HTML to look around in.
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

/// Scores by tier (index tier - 1) and, in the last place, of all tiers together.
using TierScores = std::array<Score, kTierCount + 1>;

void add_to(TierScores& scores, int tier, bool has_passed);

/// What a report says about a run besides its cases.
struct ReportHead {
    std::string target;  // the name of what was judged
    std::string endpoint;
    std::string date;  // UTC, as 2026-01-31T12:00:00Z
    std::chrono::milliseconds duration{0};
    std::size_t skipped = 0;  // cases that need a trait the target does not have
};

/// The scores of each operation.
std::map<std::string, TierScores> scores_by_operation(std::span<const CaseResult> results);

/// `12/13`, or `-` where there is no case.
std::string score_text(const Score& score);

/// `92.3 %`; 100 % only if all pass.
std::string percentage(const Score& score);

/// One failing case with its message, indented.
std::string failure_text(const CaseResult& result);

/// The failures, the table by operation and tier, and the total in one line.
std::string text_report(const ReportHead& head, std::span<const CaseResult> results);

std::string json_report(const ReportHead& head, std::span<const CaseResult> results);

/// A single self-contained page.
std::string html_report(const ReportHead& head, std::span<const CaseResult> results);

}  // namespace stator::conformance
