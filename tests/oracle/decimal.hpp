// Decimal: exact numbers of any length, in the slowest obvious way. Shares nothing with the
// product.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace stator::oracle {

// coefficient × 10^exponent. The coefficient does not end in 0; zero is 0 × 10^0.
struct Decimal {
    boost::multiprecision::cpp_int coefficient = 0;
    int exponent = 0;
};

// DynamoDB's reasons for rejecting a number.
enum class NumberFault { NotNumeric, Overflow, Underflow, TooManyDigits };

struct ParsedNumber {
    Decimal value;
    std::optional<NumberFault> fault;
};

ParsedNumber parse_number(std::string_view text);

// Plain digits, never an exponent.
std::string plain_text(const Decimal& number);

// < 0, 0, > 0.
int compare(const Decimal& left, const Decimal& right);

// Exact.
Decimal add(const Decimal& left, const Decimal& right);
Decimal subtract(const Decimal& left, const Decimal& right);

// At most 38 digits, and the first of them is between 10^-130 and 10^125.
bool can_be_stored(const Decimal& number);

// The power of ten of the first digit; 0 for zero.
int order_of_magnitude(const Decimal& number);

Decimal decimal_of(std::size_t count);

}  // namespace stator::oracle
