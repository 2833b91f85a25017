// The requirement of one term of a WHERE clause on one attribute, as far as a key condition can
// express it.
#pragma once

#include <optional>

#include "protocol/expression/ast.hpp"

namespace stator::engine::partiql {

struct KeyDemand {
    protocol::expression::KeyCondition condition;
    // The attribute must equal one of the condition's values.
    bool is_in = false;
};

// Handles comparisons (except <>), BETWEEN, IN and begins_with between a top-level attribute and
// literals. Returns nullopt for any other term.
std::optional<KeyDemand> demand_of(const protocol::expression::Condition& term);

}  // namespace stator::engine::partiql
