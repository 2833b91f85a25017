// Invariants: what holds of any right server by itself, so that it needs no other to compare with.
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
    /// The request it starts from, for a table with items; no operation: not for this table.
    generate::Request (*plan)(const generate::KnownTable& table, Random& random);
    /// "" when it holds, else one sentence that says what does not.
    std::string (*judge
    )(Side& side, const generate::KnownTable& table, const generate::Request& request);
};

/// Those that send requests of their own.
std::span<const Invariant> invariants();

/// What any successful reply must fulfil by itself: counts fit the rows, and capacity adds up.
/// "" when it does.
std::string fault_of_reply(const generate::Request& request, const Answer& answer);

}  // namespace stator::conformance::hunt
