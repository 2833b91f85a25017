// Points in time as text. Pure functions.
#pragma once

#include <string>

#include "protocol/base/instant.hpp"

namespace stator::protocol {

// Returns "2026-01-31T23:59:59.123", in UTC, for a time in the years 1970 to 9999. The texts sort
// like the times.
std::string utc_text(Instant instant);

}  // namespace stator::protocol
