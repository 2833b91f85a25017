// Finds the case files and selects the cases of a run.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/format/case.hpp"

namespace stator::conformance {

struct CaseSelection {
    std::vector<std::string> filters;  // parts of a name or globs; any of them; none: all
    std::vector<int> tiers;            // any of them; none: all
    std::vector<std::string> has;      // what the target has of what cases may need
    std::string aws_region = {};       // the one region of AWS that the target is, if it is one
    bool is_doubtful = false;          // only cases with a doubt
};

struct Catalogue {
    std::vector<Case> cases;            // in the order of their names' files
    std::size_t skipped = 0;            // cases that need a trait the target does not have
    std::vector<std::string> mistakes;  // one sentence for each file that cannot be read
};

/// Whether a case of that name is selected: a filter with `*` or `?` must match the whole name, any
/// other filter must be a part of it.
bool is_selected(std::string_view name, const std::vector<std::string>& filters);

/// Reads the files `operations/<Operation>/*.json` and `topics/<topic>/*.json` of a folder, whose
/// cases are named without that first folder: `PutItem/order`. Any other file `*.json` is a
/// mistake, except in folders whose name begins with `_`, which are skipped. Files that no filter
/// can match are not read, so that mistakes in them do not matter.
Catalogue read_cases(const std::filesystem::path& folder, const CaseSelection& selection);

}  // namespace stator::conformance
