// The ledger of doubts: the cases whose expected reply has not been captured for certain, each with
// the requests that would settle it on AWS.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/format/case.hpp"
#include "conformance/format/scope.hpp"
#include "conformance/run/step_request.hpp"

namespace stator::conformance::doubts {

/// Placeholder in requests for the six characters of a run id, with the same length.
inline constexpr std::string_view kRunPlaceholder = "zq0run";

/// A table that a doubt needs.
struct NeededTable {
    std::string name;
    std::string create_table;  // the request, TableName included

    auto operator<=>(const NeededTable&) const = default;
};

struct Doubt {
    const Case* one = nullptr;
    std::string obstacle;  // why a script cannot capture it; usually empty
    std::vector<NeededTable> tables;
    std::vector<StepRequest> setup;
    StepRequest settling;  // its reply is in doubt
};

/// Returns the doubts of the cases, in order. `run_id` is part of the names of tables and other
/// unique names; `region` is the region that the requests are for. The cases must outlive the
/// ledger.
std::vector<Doubt> read_ledger(
    const std::vector<Case>& cases, std::string_view run_id, const std::string& region
);

/// Returns the names that a case can use in such a run.
Scope scope_of(const Case& one, std::string_view run_id, const std::string& region);

/// Returns a readable list: the doubt, its reason, and the request that would settle it.
std::string ledger_text(const std::vector<Doubt>& ledger);

}  // namespace stator::conformance::doubts
