// Capacity arithmetic. Pure functions.
// AWS: 4 KB a read unit, halved when eventually consistent; 1 KB a write unit.
// [case items/capacity]
#pragma once

#include <cstdint>

namespace stator::engine {

// At least one whole unit, or half of one when eventually consistent.
double read_units(std::int64_t bytes, bool consistent);
double write_units(std::int64_t bytes);

}  // namespace stator::engine
