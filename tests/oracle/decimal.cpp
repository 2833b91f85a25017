#include "tests/oracle/decimal.hpp"

#include <algorithm>
#include <limits>

namespace stator::oracle {
namespace {

using Integer = boost::multiprecision::cpp_int;

constexpr std::size_t kMaxDigits = 38;
constexpr int kMaxExponent = 125;
constexpr int kMinExponent = -130;

std::string digits_of(const Decimal& number) {
    return Integer(boost::multiprecision::abs(number.coefficient)).str();
}

Decimal normalised(Integer coefficient, int exponent) {
    if (coefficient == 0) return {};
    while (coefficient % 10 == 0) {
        coefficient /= 10;
        ++exponent;
    }
    return {std::move(coefficient), exponent};
}

Integer scaled(const Decimal& number, int exponent) {
    Integer result = number.coefficient;
    for (int i = number.exponent; i > exponent; --i) result *= 10;
    return result;
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// The text taken apart: [sign] whole [. fraction] [e exponent].
struct Spelling {
    bool negative = false;
    std::string whole;
    std::string fraction;
    Integer exponent = 0;
};

std::string take_digits(std::string_view& text) {
    std::string digits;
    while (!text.empty() && is_digit(text[0])) {
        digits.push_back(text[0]);
        text.remove_prefix(1);
    }
    return digits;
}

bool take_sign(std::string_view& text) {
    if (text.empty() || (text[0] != '+' && text[0] != '-')) return false;
    const bool negative = text[0] == '-';
    text.remove_prefix(1);
    return negative;
}

Integer integer_of(std::string digits) {
    digits.erase(0, std::min(digits.find_first_not_of('0'), digits.size()));
    return digits.empty() ? Integer(0) : Integer(digits);
}

std::optional<Spelling> spelling_of(std::string_view text) {
    Spelling spelling;
    spelling.negative = take_sign(text);
    spelling.whole = take_digits(text);
    if (!text.empty() && text[0] == '.') {
        text.remove_prefix(1);
        spelling.fraction = take_digits(text);
    }
    if (spelling.whole.empty() && spelling.fraction.empty()) return std::nullopt;
    if (text.empty()) return spelling;
    if (text[0] != 'e' && text[0] != 'E') return std::nullopt;
    text.remove_prefix(1);
    const bool negative = take_sign(text);
    const std::string digits = take_digits(text);
    if (digits.empty() || !text.empty()) return std::nullopt;
    spelling.exponent = integer_of(digits);
    if (negative) spelling.exponent = -spelling.exponent;
    return spelling;
}

}  // namespace

ParsedNumber parse_number(std::string_view text) {
    const auto spelling = spelling_of(text);
    if (!spelling) return {{}, NumberFault::NotNumeric};
    if (spelling->exponent > std::numeric_limits<std::int64_t>::max() ||
        spelling->exponent < std::numeric_limits<std::int64_t>::min()) {
        return {{}, NumberFault::NotNumeric};
    }
    Integer coefficient = integer_of(spelling->whole + spelling->fraction);
    // The exponent of the first significant digit; of zero, of its last digit.
    Integer first = spelling->exponent - spelling->fraction.size();
    if (coefficient != 0) first += coefficient.str().size() - 1;
    if (first > kMaxExponent) return {{}, NumberFault::Overflow};
    if (first < kMinExponent) return {{}, NumberFault::Underflow};
    if (spelling->negative) coefficient = -coefficient;
    const Integer last = spelling->exponent - spelling->fraction.size();
    Decimal number = normalised(std::move(coefficient), static_cast<int>(last));
    if (digits_of(number).size() > kMaxDigits) return {{}, NumberFault::TooManyDigits};
    return {std::move(number), std::nullopt};
}

std::string plain_text(const Decimal& number) {
    std::string digits = digits_of(number);
    if (number.exponent >= 0) {
        digits.append(static_cast<std::size_t>(number.exponent), '0');
    } else {
        const auto fraction = static_cast<std::size_t>(-number.exponent);
        if (digits.size() <= fraction) digits.insert(0, fraction - digits.size() + 1, '0');
        digits.insert(digits.size() - fraction, ".");
    }
    return number.coefficient < 0 ? "-" + digits : digits;
}

int compare(const Decimal& left, const Decimal& right) {
    const int exponent = std::min(left.exponent, right.exponent);
    return scaled(left, exponent).compare(scaled(right, exponent));
}

Decimal add(const Decimal& left, const Decimal& right) {
    const int exponent = std::min(left.exponent, right.exponent);
    return normalised(scaled(left, exponent) + scaled(right, exponent), exponent);
}

Decimal subtract(const Decimal& left, const Decimal& right) {
    return add(left, Decimal{-right.coefficient, right.exponent});
}

bool can_be_stored(const Decimal& number) {
    const int first = order_of_magnitude(number);
    return digits_of(number).size() <= kMaxDigits && first >= kMinExponent && first <= kMaxExponent;
}

int order_of_magnitude(const Decimal& number) {
    if (number.coefficient == 0) return 0;
    return number.exponent + static_cast<int>(digits_of(number).size()) - 1;
}

Decimal decimal_of(std::size_t count) {
    return normalised(Integer(count), 0);
}

}  // namespace stator::oracle
