// The ledger of doubts: the cases whose answer nobody has captured for certain, each with the
// requests that would settle it on AWS.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "conformance/format/case.hpp"
#include "conformance/format/scope.hpp"
#include "conformance/run/step_request.hpp"

namespace stator::conformance::doubts {

/// Stands in requests for six characters of one's own run, and is as long as they are.
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
    StepRequest settling;  // its answer is what is in doubt
};

/// The doubts of the cases, in their order. `run_id` stands in the names of tables and of what else
/// must be unique; `region` is where they would be asked. The cases must outlive the ledger.
std::vector<Doubt> read_ledger(
    const std::vector<Case>& cases, std::string_view run_id, const std::string& region
);

/// The names of a case in such a run.
Scope scope_of(const Case& one, std::string_view run_id, const std::string& region);

/// The list for people: what is in doubt, why, and the request that would settle it.
std::string ledger_text(const std::vector<Doubt>& ledger);

}  // namespace stator::conformance::doubts
