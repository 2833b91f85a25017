// Replacement values, computed from the value itself and a secret or seed, so that the same value
// gets the same replacement in every table and every run. Pure.
#pragma once

#include <string>
#include <string_view>

#include "tools/anonymise/rules.hpp"

namespace stator::tools::anonymise {

// Returns 32 hexadecimal digits for a string, 16 bytes for binary. `bytes` is the value in
// canonical form.
std::string hashed_text(std::string_view key, std::string_view bytes);
std::string hashed_bytes(std::string_view key, std::string_view bytes);
// Returns a whole number of 15 digits, which any language represents exactly.
std::string hashed_number(std::string_view key, std::string_view bytes);

// Replaces all characters except the last `kept` with *.
std::string masked_text(std::string_view text, std::size_t kept);
// Replaces all digits with 1; keeps the sign, decimal point and exponent.
std::string masked_number(std::string_view text);

std::string fake_text(FakeKind kind, std::string_view seed, std::string_view bytes);
// Returns a number with as many digits before the decimal point as `text` has.
std::string fake_number(std::string_view text, std::string_view seed, std::string_view bytes);
// Returns as many bytes as `bytes` has.
std::string fake_bytes(std::string_view seed, std::string_view bytes);

}  // namespace stator::tools::anonymise
