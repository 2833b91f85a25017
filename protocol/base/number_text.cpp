#include "protocol/base/number_text.hpp"

#include <algorithm>
#include <limits>

namespace stator::protocol {

void append_padded(std::string& out, std::uint64_t value, std::size_t digits) {
    std::array<char, 24> written{};
    const char* const end =
        std::to_chars(written.data(), written.data() + written.size(), value).ptr;
    const auto length = static_cast<std::size_t>(end - written.data());
    if (length < digits) out.append(digits - length, '0');
    out.append(written.data(), length);
}

void append_hex(std::string& out, std::uint64_t value, std::size_t digits) {
    constexpr std::string_view kDigits = "0123456789abcdef";
    while (digits > 0) out.push_back(kDigits[value >> (4 * --digits) & 15U]);
}

void append_decimals(std::string& out, double value, std::size_t least, int most) {
    std::array<char, 40> digits{};
    const auto end = std::to_chars(
        digits.data(), digits.data() + digits.size(), value, std::chars_format::fixed, most
    );
    std::string_view text(digits.data(), static_cast<std::size_t>(end.ptr - digits.data()));
    const std::size_t point = std::min(text.find('.'), text.size());
    const std::size_t shortest = least == 0 ? point : point + 1 + least;
    while (text.size() > shortest && (text.back() == '0' || text.back() == '.')) {
        text.remove_suffix(1);
    }
    out.append(text);
}

std::string decimal_text(double value, int decimals) {
    std::string text;
    append_decimals(text, value, 0, decimals);
    return text == "-0" ? "0" : text;
}

std::string significant_text(double value) {
    std::array<char, 40> digits{};
    const auto end = std::to_chars(
        digits.data(),
        digits.data() + digits.size(),
        value,
        std::chars_format::general,
        std::numeric_limits<double>::digits10
    );
    return {digits.data(), end.ptr};
}

}  // namespace stator::protocol
