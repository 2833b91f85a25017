// Counted things as sentences contain them. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stator::emulator {

// Returns "1 item" or "2 items"; `noun` is the singular.
inline std::string count_text(std::uint64_t count, std::string_view noun) {
    return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

// Returns "was" for one, "were" for any other number.
inline std::string_view were_text(std::uint64_t count) {
    return count == 1 ? "was" : "were";
}

}  // namespace stator::emulator
