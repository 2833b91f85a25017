// Invariants: properties of every correct server, which are checked without another server for
// comparison.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "conformance/base/random.hpp"
#include "conformance/generate/known_table.hpp"
#include "conformance/generate/request_writer.hpp"
#include "conformance/hunt/side.hpp"

namespace stator::conformance::hunt {

struct Invariant {
    std::string_view name;
    /// Returns the initial request for a table with items. An empty operation means that the
    /// invariant does not apply to the table.
    generate::Request (*plan)(const generate::KnownTable& table, Random& random);
    /// Returns "" if the invariant holds, otherwise one sentence that describes the violation.
    std::string (*judge
    )(Side& side, const generate::KnownTable& table, const generate::Request& request);
};

/// Returns the invariants that send requests of their own.
std::span<const Invariant> invariants();

/// Checks the properties of every successful reply: counts fit the rows, and capacity adds up.
/// Returns "" if they hold.
std::string fault_of_reply(const generate::Request& request, const Answer& answer);

}  // namespace stator::conformance::hunt
