// Conversion of plain numbers to and from text, in JSON, in ids and on the command line. DynamoDB's
// own numbers, which have 38 digits, are in protocol/values/number.hpp. Pure functions.
#pragma once

#include <array>
#include <charconv>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace stator::protocol {

// Parses the whole text as a number of that type; nullopt if it is not such a number or is out of
// range. For a double, "nan" and "inf" are numbers.
template <class Number>
std::optional<Number> parse_number(std::string_view text) {
    Number number{};
    const char* const end = text.data() + text.size();
    const auto read = std::from_chars(text.data(), end, number);
    if (read.ptr != end || read.ec != std::errc()) return std::nullopt;
    return number;
}

// Appends an integer.
template <class Integer>
void append_integer(std::string& out, Integer value) {
    std::array<char, 24> digits{};
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
    out.append(digits.data(), end);
}

// Appends an integer, padded with leading zeros to `digits` digits. A longer number is appended in
// full.
void append_padded(std::string& out, std::uint64_t value, std::size_t digits);

// Appends the last `digits` (at most 16) hexadecimal digits of a number, in lower case.
void append_hex(std::string& out, std::uint64_t value, std::size_t digits);

// Appends a number with `least` to `most` (up to 12) decimals; trailing zeros beyond `least` are
// dropped. Precondition: the magnitude of the number is below 1e18.
void append_decimals(std::string& out, double value, std::size_t least, int most);

// Returns the number with at most `decimals` decimals: "0.5", "12", "0.000000125". The precondition
// of append_decimals() applies.
std::string decimal_text(double value, int decimals = 3);

// Returns at most 15 significant digits: "0.1", "1e+30". Text with this precision survives parsing
// and printing, even by a parser whose last bit is wrong, as in most JSON parsers.
std::string significant_text(double value);

}  // namespace stator::protocol
