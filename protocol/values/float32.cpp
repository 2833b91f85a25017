#include "protocol/values/float32.hpp"

#include <array>
#include <bit>
#include <charconv>
#include <cstdint>
#include <cstdlib>

#include "protocol/values/number.hpp"

namespace stator::protocol::values {
namespace {

// 3.4028235E38 and its negative, encoded.
struct Bounds {
    std::string low;
    std::string high;
};

const Bounds& bounds() {
    static const Bounds kBounds = [] {
        Bounds bounds;
        encode_number("-3.4028235E38", Dialect::Current, bounds.low).value();
        encode_number("3.4028235E38", Dialect::Current, bounds.high).value();
        return bounds;
    }();
    return kBounds;
}

// Converts via decimal text. For numbers that occur rarely.
float slow_float32(std::string_view encoded) {
    const std::string text = number_text(encoded);
    float value = 0;
    // Leaves `value` unchanged if the result would be zero. The range has been checked.
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value == 0 ? 0.0F : value;
}

constexpr std::array<double, 12> kPowersOf100 = {
    1e0, 1e2, 1e4, 1e6, 1e8, 1e10, 1e12, 1e14, 1e16, 1e18, 1e20, 1e22};

}  // namespace

bool is_in_float32_range(std::string_view encoded) {
    const Bounds& range = bounds();
    return range.low <= encoded && encoded <= range.high;
}

// A coefficient below 2^53 and a power of ten up to 22 are exact doubles, so their quotient or
// product is the double nearest to the number. Conversion to float then rounds a second time. The
// result is wrong only if the double is halfway between two floats and the number is not.
float to_float32(std::string_view encoded) {
    const auto head = static_cast<unsigned char>(encoded[0]);
    if (encoded.size() == 1) return 0;
    const bool is_negative = head < 0x80;
    const int exponent = (is_negative ? static_cast<unsigned char>(~head) : head) - 0xC0;
    std::string_view pairs = encoded.substr(1);
    if (is_negative && pairs.back() == '\x66') pairs.remove_suffix(1);
    constexpr std::size_t kMostPairs = 7;
    const int power = exponent - static_cast<int>(pairs.size());
    const auto place = static_cast<std::size_t>(std::abs(power));
    if (pairs.size() > kMostPairs || place >= kPowersOf100.size()) return slow_float32(encoded);
    std::uint64_t coefficient = 0;
    for (const char pair : pairs) {
        const auto byte = static_cast<unsigned char>(pair);
        coefficient =
            coefficient * 100 + static_cast<unsigned>(is_negative ? 101 - byte : byte - 1);
    }
    const auto whole = static_cast<double>(coefficient);
    const double value = power < 0 ? whole / kPowersOf100[place] : whole * kPowersOf100[place];
    constexpr std::uint64_t kBelowFloat = (1ULL << 29) - 1;
    constexpr std::uint64_t kHalfway = 1ULL << 28;
    if ((std::bit_cast<std::uint64_t>(value) & kBelowFloat) == kHalfway)
        return slow_float32(encoded);
    return static_cast<float>(is_negative ? -value : value);
}

void append_float32_text(float value, std::string& out) {
    std::array<char, 32> buffer{};
    const auto written = std::to_chars(
        buffer.data(), buffer.data() + buffer.size(), value, std::chars_format::scientific
    );
    std::string_view text(buffer.data(), static_cast<std::size_t>(written.ptr - buffer.data()));
    if (text.front() == '-') {
        out.push_back('-');
        text.remove_prefix(1);
    }
    const std::size_t mark = text.find('e');
    int exponent = 0;
    std::string_view exponent_text = text.substr(mark + 1);
    if (exponent_text.front() == '+') exponent_text.remove_prefix(1);
    std::from_chars(exponent_text.data(), exponent_text.data() + exponent_text.size(), exponent);
    std::string digits(text.substr(0, 1));
    if (mark > 2) digits.append(text.substr(2, mark - 2));
    const int after_point = static_cast<int>(digits.size()) - 1 - exponent;
    if (after_point <= 0) {
        out.append(digits).append(static_cast<std::size_t>(-after_point), '0').append(".0");
        return;
    }
    if (exponent < 0) {
        out.append("0.").append(static_cast<std::size_t>(-exponent - 1), '0').append(digits);
        return;
    }
    const auto before_point = static_cast<std::size_t>(exponent) + 1;
    out.append(digits, 0, before_point).append(".").append(digits, before_point);
}

}  // namespace stator::protocol::values
