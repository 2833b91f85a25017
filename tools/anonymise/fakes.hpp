// What stands in for a value: made of the value itself and a secret or seed, so that the same value
// becomes the same everywhere, in every table and every run. Pure.
#pragma once

#include <string>
#include <string_view>

#include "tools/anonymise/rules.hpp"

namespace stator::tools::anonymise {

// 32 hexadecimal digits for a text, 16 bytes for binary. `bytes` is the value in one certain form.
std::string hashed_text(std::string_view key, std::string_view bytes);
std::string hashed_bytes(std::string_view key, std::string_view bytes);
// A whole number of 15 digits, which any language holds exactly.
std::string hashed_number(std::string_view key, std::string_view bytes);

// All characters but the last `kept` become *.
std::string masked_text(std::string_view text, std::size_t kept);
// All digits become 1; sign, point and exponent stay.
std::string masked_number(std::string_view text);

std::string fake_text(FakeKind kind, std::string_view seed, std::string_view bytes);
// With as many digits before its point as the number has.
std::string fake_number(std::string_view text, std::string_view seed, std::string_view bytes);
// As many bytes as there are.
std::string fake_bytes(std::string_view seed, std::string_view bytes);

}  // namespace stator::tools::anonymise
