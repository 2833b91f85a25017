// Settlement: compares captured replies with the doubts.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/format/case.hpp"

namespace stator::conformance::doubts {

struct Settlement {
    std::string text;  // one entry for each doubt with a captured reply
    std::size_t confirmed = 0;
    std::size_t refuted = 0;
};

/// Compares the replies in the folder, written by the capture script, with the expectations of the
/// doubtful cases. Throws std::runtime_error if the folder contains no replies.
Settlement settle(const std::vector<Case>& cases, const std::filesystem::path& folder);

}  // namespace stator::conformance::doubts
