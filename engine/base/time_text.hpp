// Points in time as text. Pure functions.
#pragma once

#include <string>

#include "engine/base/instant.hpp"

namespace stator::engine {

// "2026-01-31T23:59:59.123", in UTC, for a time from 1970 to kLatestTime. Such texts sort as
// their times do.
std::string utc_text(Instant instant);

}  // namespace stator::engine
