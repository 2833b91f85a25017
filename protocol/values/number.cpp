#include "protocol/values/number.hpp"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cassert>
#include <optional>
#include <stdexcept>

namespace stator::protocol::values {
namespace {

using boost::multiprecision::uint256_t;

constexpr int kMaxDigits = 38;
constexpr int kMinAdjustedExponent = -130;
constexpr int kMaxAdjustedExponent = 125;
constexpr unsigned char kZero = 0x80;
constexpr unsigned char kPositiveBias = 0xC0;
constexpr unsigned char kNegativeTerminator = 0x66;
constexpr std::size_t kMaxPairs = 20;

// The significant digits of a decimal, highest first, and the power of ten of the lowest digit. No
// digits means zero.
struct Decimal {
    bool negative = false;
    int digit_count = 0;
    std::int64_t lowest_exponent = 0;
    std::array<std::uint8_t, 2 * kMaxPairs> digits{};

    std::int64_t adjusted_exponent() const { return lowest_exponent + digit_count - 1; }
};

// The parts of a number's text, before any limit is applied.
struct ParsedText {
    bool negative = false;
    std::string_view integer;
    std::string_view fraction;
    std::int64_t exponent = 0;
};

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

std::string_view take_digits(std::string_view text, std::size_t& at) {
    const std::size_t start = at;
    while (at < text.size() && is_digit(text[at])) ++at;
    return text.substr(start, at - start);
}

// Parses the exponent's digits; false if they exceed the dialect's integer range. AWS: the current
// dialect accepts any int64 exponent, the older one any int32. [case items/number_exponent]
bool parse_exponent(
    std::string_view digits, bool negative, Dialect dialect, std::int64_t& exponent
) {
    constexpr std::int64_t kInt64Max = std::numeric_limits<std::int64_t>::max();
    constexpr std::int64_t kInt32Max = std::numeric_limits<std::int32_t>::max();
    const std::int64_t limit = dialect == Dialect::Current ? kInt64Max : kInt32Max;
    std::int64_t value = 0;
    for (const char c : digits) {
        const std::int64_t digit = c - '0';
        if (value > (limit - digit) / 10) return false;
        value = value * 10 + digit;
    }
    exponent = negative ? -value : value;
    return true;
}

bool parse_text(std::string_view text, Dialect dialect, ParsedText& out) {
    std::size_t at = 0;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) out.negative = text[at++] == '-';
    out.integer = take_digits(text, at);
    if (at < text.size() && text[at] == '.') out.fraction = take_digits(text, ++at);
    if (out.integer.empty() && out.fraction.empty()) return false;
    if (at == text.size()) return true;
    if (text[at] != 'e' && text[at] != 'E') return false;
    ++at;
    bool negative_exponent = false;
    if (at < text.size() && (text[at] == '+' || text[at] == '-')) {
        negative_exponent = text[at++] == '-';
    }
    const std::string_view digits = take_digits(text, at);
    if (digits.empty() || at != text.size()) return false;
    return parse_exponent(digits, negative_exponent, dialect, out.exponent);
}

// Adds, and saturates instead of overflowing.
std::int64_t saturating_add(std::int64_t left, std::int64_t right) {
    std::int64_t sum = 0;
    if (!__builtin_add_overflow(left, right, &sum)) return sum;
    return left > 0 ? std::numeric_limits<std::int64_t>::max()
                    : std::numeric_limits<std::int64_t>::min();
}

std::optional<NumberFault> magnitude_fault(std::int64_t adjusted, bool older_wraps) {
    if (adjusted > kMaxAdjustedExponent) {
        return older_wraps ? NumberFault::Underflow : NumberFault::Overflow;
    }
    if (adjusted < kMinAdjustedExponent) return NumberFault::Underflow;
    return std::nullopt;
}

// Removes zeros at both ends of integer ‖ fraction and applies the limits.
boost::system::result<Decimal, NumberFault> normalise(const ParsedText& text, Dialect dialect) {
    std::string digits;
    digits.reserve(text.integer.size() + text.fraction.size());
    digits.append(text.integer).append(text.fraction);
    const auto fraction_length = static_cast<std::int64_t>(text.fraction.size());
    const std::int64_t lowest = saturating_add(text.exponent, -fraction_length);
    const bool older_wraps =
        dialect == Dialect::Older && text.exponent == std::numeric_limits<std::int32_t>::max();
    const std::size_t first = digits.find_first_not_of('0');
    Decimal decimal;
    if (first == std::string::npos) {
        // AWS: zero keeps its written exponent: 0e126 overflows, 0.0e126 does not.
        // [case items/number_exponent]
        if (const auto fault = magnitude_fault(lowest, older_wraps)) return *fault;
        return decimal;
    }
    const std::size_t last = digits.find_last_not_of('0');
    const auto trailing = static_cast<std::int64_t>(digits.size() - 1 - last);
    const std::size_t significant = last - first + 1;
    decimal.negative = text.negative;
    decimal.lowest_exponent = saturating_add(lowest, trailing);
    const std::int64_t adjusted =
        saturating_add(decimal.lowest_exponent, static_cast<std::int64_t>(significant) - 1);
    if (const auto fault = magnitude_fault(adjusted, older_wraps)) return *fault;
    if (significant > kMaxDigits) return NumberFault::TooPrecise;
    decimal.digit_count = static_cast<int>(significant);
    for (std::size_t i = 0; i < significant; ++i) {
        decimal.digits[i] = static_cast<std::uint8_t>(digits[first + i] - '0');
    }
    return decimal;
}

// Floor division by two, also for negatives.
int half_floor(int value) {
    return value >= 0 ? value / 2 : -((1 - value) / 2);
}

void encode_decimal(const Decimal& decimal, std::string& out) {
    if (decimal.digit_count == 0) {
        out.push_back(static_cast<char>(kZero));
        return;
    }
    const int adjusted = static_cast<int>(decimal.adjusted_exponent());
    const int pair_exponent = half_floor(adjusted) + 1;
    const bool lone_first = (adjusted & 1) == 0;  // the first pair has one digit
    const auto head = static_cast<unsigned char>(kPositiveBias + pair_exponent);
    out.push_back(static_cast<char>(decimal.negative ? static_cast<unsigned char>(~head) : head));
    std::size_t pairs = 0;
    int at = 0;
    while (at < decimal.digit_count) {
        int pair = 0;
        if (at == 0 && lone_first) {
            pair = decimal.digits[0];
            at = 1;
        } else {
            const auto index = static_cast<std::size_t>(at);
            const int low = at + 1 < decimal.digit_count ? decimal.digits[index + 1] : 0;
            pair = decimal.digits[index] * 10 + low;
            at += 2;
        }
        out.push_back(static_cast<char>(decimal.negative ? 101 - pair : pair + 1));
        ++pairs;
    }
    if (decimal.negative && pairs < kMaxPairs) {
        out.push_back(static_cast<char>(kNegativeTerminator));
    }
}

// The base-100 digits of an encoding.
struct Pairs {
    bool negative = false;
    int exponent = 0;  // value = 0.P1 P2 … × 100^exponent
    std::size_t count = 0;
    std::array<std::uint8_t, kMaxPairs> values{};
};

Pairs decode_pairs(std::string_view encoded) {
    Pairs pairs;
    const auto head = static_cast<unsigned char>(encoded[0]);
    pairs.negative = head < kZero;
    const auto positive_head = pairs.negative ? static_cast<unsigned char>(~head) : head;
    pairs.exponent = positive_head - kPositiveBias;
    for (std::size_t i = 1; i < encoded.size(); ++i) {
        const auto byte = static_cast<unsigned char>(encoded[i]);
        if (pairs.negative && byte == kNegativeTerminator) break;
        const int value = pairs.negative ? 101 - byte : byte - 1;
        pairs.values[pairs.count++] = static_cast<std::uint8_t>(value);
    }
    return pairs;
}

bool ends_in_zero(const Pairs& pairs) {
    return pairs.values[pairs.count - 1] % 10 == 0;
}

// Writes the significant decimal digits and returns their number. `zero` is the first of the ten
// digits. May also write one zero after them, which does not count.
template <typename Digit>
int write_digits(const Pairs& pairs, Digit* to, Digit zero) {
    Digit* at = to;
    for (std::size_t i = 0; i < pairs.count; ++i) {
        const std::uint8_t pair = pairs.values[i];
        if (i > 0 || pair >= 10) *at++ = static_cast<Digit>(zero + pair / 10);
        *at++ = static_cast<Digit>(zero + pair % 10);
    }
    if (ends_in_zero(pairs)) --at;
    return static_cast<int>(at - to);
}

// Returns the power of ten of the lowest significant digit.
int lowest_exponent(const Pairs& pairs) {
    return 2 * (pairs.exponent - static_cast<int>(pairs.count)) + (ends_in_zero(pairs) ? 1 : 0);
}

bool is_zero(std::string_view encoded) {
    return encoded.size() == 1;
}

Decimal decode_decimal(std::string_view encoded) {
    Decimal decimal;
    if (is_zero(encoded)) return decimal;
    const Pairs pairs = decode_pairs(encoded);
    decimal.negative = pairs.negative;
    decimal.digit_count = write_digits(pairs, decimal.digits.data(), std::uint8_t{0});
    decimal.lowest_exponent = lowest_exponent(pairs);
    return decimal;
}

uint256_t coefficient(const Decimal& decimal) {
    uint256_t value = 0;
    for (int i = 0; i < decimal.digit_count; ++i) {
        value = value * 10 + decimal.digits[static_cast<std::size_t>(i)];
    }
    return value;
}

NumberResult encode_coefficient(
    const uint256_t& value, bool negative, std::int64_t lowest_exponent, std::string& out
) {
    Decimal decimal;
    if (value == 0) {
        encode_decimal(decimal, out);
        return {};
    }
    std::string digits = value.str();
    const std::size_t last = digits.find_last_not_of('0');
    decimal.lowest_exponent = lowest_exponent + static_cast<std::int64_t>(digits.size() - 1 - last);
    digits.resize(last + 1);
    if (digits.size() > kMaxDigits) return NumberFault::Overflow;
    decimal.negative = negative;
    decimal.digit_count = static_cast<int>(digits.size());
    for (std::size_t i = 0; i < digits.size(); ++i) {
        decimal.digits[i] = static_cast<std::uint8_t>(digits[i] - '0');
    }
    if (const auto fault = magnitude_fault(decimal.adjusted_exponent(), false)) return *fault;
    encode_decimal(decimal, out);
    return {};
}

uint256_t scaled(const Decimal& decimal, std::int64_t lowest_exponent) {
    uint256_t value = coefficient(decimal);
    for (std::int64_t i = decimal.lowest_exponent; i > lowest_exponent; --i) value *= 10;
    return value;
}

NumberResult add_decimals(const Decimal& left, const Decimal& right, std::string& out) {
    if (left.digit_count == 0) {
        encode_decimal(right, out);
        return {};
    }
    if (right.digit_count == 0) {
        encode_decimal(left, out);
        return {};
    }
    const std::int64_t lowest = std::min(left.lowest_exponent, right.lowest_exponent);
    const std::int64_t highest = std::max(left.adjusted_exponent(), right.adjusted_exponent());
    // Even after a carry or borrow, the exact result has at least highest - lowest digits.
    if (highest - lowest > kMaxDigits + 1) return NumberFault::Overflow;
    const uint256_t a = scaled(left, lowest);
    const uint256_t b = scaled(right, lowest);
    if (left.negative == right.negative) {
        return encode_coefficient(a + b, left.negative, lowest, out);
    }
    if (a >= b) return encode_coefficient(a - b, left.negative, lowest, out);
    return encode_coefficient(b - a, right.negative, lowest, out);
}

}  // namespace

void throw_exception_from_error(NumberFault, const boost::source_location&) {
    throw std::logic_error("no number of DynamoDB's");
}

NumberResult encode_number(std::string_view text, Dialect dialect, std::string& out) {
    ParsedText parsed;
    if (!parse_text(text, dialect, parsed)) return NumberFault::NotNumeric;
    const auto decimal = normalise(parsed, dialect);
    if (decimal.has_error()) return decimal.error();
    encode_decimal(*decimal, out);
    return {};
}

std::size_t write_number_text(std::string_view encoded, char* to) {
    char* at = to;
    if (is_zero(encoded)) {
        *at = '0';
        return 1;
    }
    const Pairs pairs = decode_pairs(encoded);
    std::array<char, 2 * kMaxPairs> digits;
    const int count = write_digits(pairs, digits.data(), '0');
    const int lowest = lowest_exponent(pairs);
    const int integer_digits = count + lowest;  // may be zero or less
    if (pairs.negative) *at++ = '-';
    if (integer_digits <= 0) {
        at = std::copy_n("0.", 2, at);
        at = std::fill_n(at, -integer_digits, '0');
        at = std::copy_n(digits.data(), count, at);
    } else if (lowest < 0) {
        at = std::copy_n(digits.data(), integer_digits, at);
        *at++ = '.';
        at = std::copy_n(digits.data() + integer_digits, -lowest, at);
    } else {
        at = std::copy_n(digits.data(), count, at);
        at = std::fill_n(at, lowest, '0');
    }
    return static_cast<std::size_t>(at - to);
}

void append_number_text(std::string_view encoded, std::string& out) {
    std::array<char, kMaxNumberTextBytes> text;
    out.append(text.data(), write_number_text(encoded, text.data()));
}

std::string number_text(std::string_view encoded) {
    std::string text;
    append_number_text(encoded, text);
    return text;
}

std::size_t number_size_bytes(std::string_view encoded) {
    if (is_zero(encoded)) return 1;
    const Pairs pairs = decode_pairs(encoded);
    const int count = static_cast<int>(pairs.count);
    const int lone_first = pairs.values[0] < 10 ? 1 : 0;
    const int lone_last = pairs.values[pairs.count - 1] % 10 == 0 ? 1 : 0;
    int integer_digits = 0;
    int fraction_digits = 0;
    if (pairs.exponent >= count) {
        integer_digits = 2 * count - lone_first - lone_last;
    } else if (pairs.exponent <= 0) {
        fraction_digits = 2 * count - lone_first - lone_last;
    } else {
        integer_digits = 2 * pairs.exponent - lone_first;
        fraction_digits = 2 * (count - pairs.exponent) - lone_last;
    }
    const int bytes =
        1 + (integer_digits + 1) / 2 + (fraction_digits + 1) / 2 + (pairs.negative ? 1 : 0);
    return static_cast<std::size_t>(bytes);
}

NumberShape number_shape(std::string_view encoded) {
    if (is_zero(encoded)) return {};
    const Pairs pairs = decode_pairs(encoded);
    const int digits = 2 * static_cast<int>(pairs.count) - (pairs.values[0] < 10 ? 1 : 0) -
                       (ends_in_zero(pairs) ? 1 : 0);
    return {digits, lowest_exponent(pairs), pairs.negative};
}

NumberResult add_numbers(std::string_view left, std::string_view right, std::string& out) {
    return add_decimals(decode_decimal(left), decode_decimal(right), out);
}

NumberResult subtract_numbers(std::string_view left, std::string_view right, std::string& out) {
    Decimal negated = decode_decimal(right);
    negated.negative = !negated.negative;
    return add_decimals(decode_decimal(left), negated, out);
}

std::string encode_integer(std::int64_t value) {
    std::string encoded;
    const auto result = encode_number(std::to_string(value), Dialect::Current, encoded);
    assert(result.has_value());
    static_cast<void>(result);
    return encoded;
}

}  // namespace stator::protocol::values
