// Numbers as people and JSON read them. Pure functions, thread-safe.
#pragma once

#include <array>
#include <charconv>
#include <optional>
#include <string>
#include <string_view>

namespace stator::emulator::forms {

// The whole text as a number of that type; nothing when it is none, or out of range. "nan" and
// "inf" are numbers to a double.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ptr != end || read.ec != std::errc()) return std::nullopt;
    return number;
}

// At most `decimals` decimals (up to 12), without zeros at the end: "0.5", "12", "0.000000125".
// Precondition: below 1e18 in either direction.
inline std::string number_text(double value, int decimals = 3) {
    std::array<char, 40> digits{};
    const auto end = std::to_chars(
        digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, decimals
    );
    std::string text(digits.data(), end.ptr);
    if (text.find('.') == std::string::npos) return text;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
    return text == "-0" ? "0" : text;
}

}  // namespace stator::emulator::forms
