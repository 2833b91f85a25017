#include "conformance/report/report.hpp"

namespace stator::conformance {

void Score::add(bool has_passed) {
    ++total;
    if (has_passed) ++passed;
}

void add_to(TierScores& scores, int tier, bool has_passed) {
    if (tier >= 1 && tier <= kTierCount) {
        scores[static_cast<std::size_t>(tier) - 1].add(has_passed);
    }
    scores.back().add(has_passed);
}

std::map<std::string, TierScores> scores_by_operation(std::span<const CaseResult> results) {
    std::map<std::string, TierScores> scores;
    for (const CaseResult& result : results) {
        add_to(scores[result.operation], result.tier, result.has_passed);
    }
    return scores;
}

std::string score_text(const Score& score) {
    if (score.total == 0) return "-";
    return std::to_string(score.passed) + "/" + std::to_string(score.total);
}

std::string percentage(const Score& score) {
    if (score.total == 0) return "-";
    // Rounded down, so that 100 % means all cases.
    const std::size_t tenths = score.passed * 1'000 / score.total;
    const std::string whole = std::to_string(tenths / 10);
    const std::string fraction = tenths % 10 == 0 ? "" : "." + std::to_string(tenths % 10);
    return whole + fraction + " %";
}

}  // namespace stator::conformance
