// Distributions in the syntax of the command line: "250", "uniform:0:400", "exponential:50". Pure
// functions.
#pragma once

#include <optional>
#include <string_view>

#include "engine/base/distribution.hpp"

namespace stator::emulator {

// Returns nullopt for any other text, and for distributions that exceed a year.
std::optional<engine::Distribution> parse_distribution(std::string_view text);

}  // namespace stator::emulator
