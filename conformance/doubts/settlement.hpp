// Settlement: what captured answers say about the doubts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/format/case.hpp"

namespace stator::conformance::doubts {

struct Settlement {
    std::string text;  // one entry for each doubt that has an answer
    std::size_t confirmed = 0;
    std::size_t refuted = 0;
};

/// Compares the answers in a folder that the capture script has filled with what the doubtful cases
/// expect. Throws std::runtime_error for a folder without them.
Settlement settle(const std::vector<Case>& cases, const std::filesystem::path& folder);

}  // namespace stator::conformance::doubts
