// What one term of a WHERE clause demands of one attribute, as far as a key condition can say it.
#pragma once

#include <optional>

#include "protocol/expression/ast.hpp"

namespace stator::engine::partiql {

struct KeyDemand {
    protocol::expression::KeyCondition condition;
    // The attribute must equal one of the condition's values.
    bool is_in = false;
};

// Comparisons (but <>), BETWEEN, IN and begins_with of a top-level attribute and literals; nothing
// for any other term.
std::optional<KeyDemand> demand_of(const protocol::expression::Condition& term);

}  // namespace stator::engine::partiql
