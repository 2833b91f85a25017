// Finds the case files and selects the cases of a run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/format/case.hpp"

namespace stator::conformance {

struct CaseSelection {
    std::vector<std::string> filters;  // parts of a name or globs, one must match; empty: all
    std::vector<int> tiers;            // a case must be in one of them; empty: all
    std::vector<std::string> has;      // the traits of the target
    std::string aws_region = {};       // the AWS region of the target; empty if it is not AWS
    bool is_doubtful = false;          // only cases with a doubt
};

struct Catalogue {
    std::vector<Case> cases;            // in the order of their file names
    std::size_t skipped = 0;            // cases that need a trait the target does not have
    std::vector<std::string> mistakes;  // one sentence for each unreadable file
};

/// Returns true if a case of that name is selected: a filter with `*` or `?` must match the whole
/// name, any other filter must be a part of it.
bool is_selected(std::string_view name, const std::vector<std::string>& filters);

/// Reads the files `operations/<Operation>/*.json` and `topics/<topic>/*.json` of a folder. The
/// names of their cases omit the first folder: `PutItem/order`. Any other file `*.json` is a
/// mistake, except in folders whose name begins with `_`, which are skipped. Files that no filter
/// can match are not read, so mistakes in them are ignored.
Catalogue read_cases(const std::filesystem::path& folder, const CaseSelection& selection);

}  // namespace stator::conformance
