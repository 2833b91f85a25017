// Number: DynamoDB's 38-digit decimal.
//
// A number is a short byte string whose memcmp order is numeric order. Items, keys and indexes hold
// numbers in this form, and DynamoDB itself hashes these bytes for a numeric partition key.
//
// Encoding, base 100: zero is 80. Otherwise |n| = 0.D1 D2 … × 100^e with digits 0..99; a positive
// number is (0xC0 + e), D1 + 1, D2 + 1 …; a negative one is the complement of that first byte,
// then 101 - Di, then 0x66 when there are fewer than 20 digits.
// AWS: 5 is C1 06, 100 is C2 02, -5 is 3E 60 66. [case Scan/hash_order]
#pragma once

#include <boost/system/result.hpp>
#include <cstdint>
#include <string>
#include <string_view>

#include "protocol/values/dialect.hpp"

namespace stator::protocol::values {

// The reason why a text, a sum or a difference is not a valid DynamoDB number.
// errors::invalid_number() has the messages.
enum class NumberFault : unsigned char { NotNumeric, Overflow, Underflow, TooPrecise };

// Lets NumberResult::value() throw on misuse, which is always a bug in Stator.
[[noreturn]] void throw_exception_from_error(
    NumberFault fault, const boost::source_location& location
);

class [[nodiscard]] NumberResult : public boost::system::result<void, NumberFault> {
public:
    using boost::system::result<void, NumberFault>::result;
};

// Parses `[+-]?(D+(.D*)?|.D+)([eE][+-]?D+)?` and appends the encoding to `out`. Faults: any of
// them.
NumberResult encode_number(std::string_view text, Dialect dialect, std::string& out);

// Maximum output of write_number_text(): a sign, a point, the zeros of 10^-130 and 38 digits.
inline constexpr std::size_t kMaxNumberTextBytes = 176;

// Writes plain decimal digits, never an exponent, and returns the number of bytes. `encoded` must
// come from encode_number.
std::size_t write_number_text(std::string_view encoded, char* to);

// Appends the text of write_number_text() to a string.
void append_number_text(std::string_view encoded, std::string& out);

std::string number_text(std::string_view encoded);

// Returns the number of bytes that DynamoDB bills for the number. AWS: 1 for zero, else 1 +
// ceil(I/2) + ceil(F/2) + 1 if negative. [case items/number_byte_size]
std::size_t number_size_bytes(std::string_view encoded);

// The number of significant digits and the exponent of the lowest one, for the page-size rule.
struct NumberShape {
    int digits = 0;
    int lowest_exponent = 0;
    bool negative = false;
};

NumberShape number_shape(std::string_view encoded);

// Append the exact sum or difference of two encoded numbers to `out`. Fault: overflow, if the exact
// result needs more than 38 digits or exceeds the range.
NumberResult add_numbers(std::string_view left, std::string_view right, std::string& out);
NumberResult subtract_numbers(std::string_view left, std::string_view right, std::string& out);

// Encodes an integer, for counts such as size().
std::string encode_integer(std::int64_t value);

}  // namespace stator::protocol::values
