// Points in time as text. Pure functions.
#pragma once

#include <string>

#include "engine/base/instant.hpp"

namespace stator::engine {

// "2026-01-31T23:59:59.123", in UTC, for a time between 1970 and kLatestTime. The texts sort like
// the times.
std::string utc_text(Instant instant);

}  // namespace stator::engine
