// Counted things as sentences have them. Pure functions.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace stator::emulator {

// "1 item", "2 items"; `noun` is one of them.
inline std::string count_text(std::uint64_t count, std::string_view noun) {
    return std::to_string(count).append(" ").append(noun).append(count == 1 ? "" : "s");
}

// "was" of one, "were" of any other number.
inline std::string_view were_text(std::uint64_t count) {
    return count == 1 ? "was" : "were";
}

}  // namespace stator::emulator
