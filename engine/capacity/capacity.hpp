// Capacity arithmetic. Pure functions.
// AWS: 4 KB per read unit, halved if eventually consistent; 1 KB per write unit.
// [case items/capacity_of_reads] [case items/capacity_of_writes]
#pragma once

#include <cstdint>

namespace stator::engine::capacity {

// At least one whole unit, or half a unit for an eventually consistent read.
double read_units(std::int64_t bytes, bool consistent);
double write_units(std::int64_t bytes);

// Within a transaction every operation costs double. AWS: [case TransactWriteItems/capacity]
double transact_read_units(std::int64_t bytes);
double transact_write_units(double units);

}  // namespace stator::engine::capacity
