// Drafts: writes a hunt's findings as conformance cases and as a page.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "conformance/hunt/hunt.hpp"

namespace stator::conformance::hunt {

/// The case for an exemplar, as the JSON of a case file. It expects the reply of the side with that
/// number, 0 for the subject. `asserts` and `source` are sentences.
struct DraftText {
    std::string asserts;
    std::string source;
    std::size_t expected_of = 0;
};

std::string draft_case(const Exemplar& exemplar, const DraftText& text);

/// Writes `operations/<Operation>/hunt_<n>.json` for each finding that was shrunk, and
/// `clusters.md`, into the folder, which it creates. Returns the page. Throws std::runtime_error if
/// a file cannot be written.
std::string write_findings(
    const HuntResult& result,
    const std::vector<std::string>& names,
    std::uint64_t seed,
    const std::filesystem::path& folder
);

}  // namespace stator::conformance::hunt
