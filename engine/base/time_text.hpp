// Points in time as text. Pure functions.
#pragma once

#include <cstdint>
#include <string>

namespace stator::engine {

// "2026-01-31T23:59:59.123", in UTC, for a time from 1970 to kLatestTimeMs. Such texts sort as
// their times do.
std::string utc_text(std::int64_t unix_ms);

}  // namespace stator::engine
