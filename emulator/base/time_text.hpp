// Times and durations as users write them. Pure functions.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/base/instant.hpp"

namespace stator::emulator {

// Returns "2026-01-31T23:59:59.123Z", in UTC, for a time from 1970 to engine::kLatestTime.
std::string time_text(engine::Instant time);

// Reads "2026-01-31T23:59:59Z", with or without a fraction, or "2026-01-31"; nullopt for any other
// text.
std::optional<engine::Instant> parse_time(std::string_view text);

// Reads "500ms", "90s", "15m", "48h" or "2d", also with fractions, as milliseconds. Nullopt for any
// other text, and for durations below zero or longer than a hundred years.
std::optional<std::int64_t> parse_duration_ms(std::string_view text);

// Returns a sentence that requests the unit of a duration given as a plain number.
std::string unit_question(std::string_view number);

}  // namespace stator::emulator
