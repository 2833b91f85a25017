// Numbers as the elements of vectors: 32-bit floating point. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace stator::protocol::values {

// Whether an encoded number lies within ±3.4028235E38.
bool is_in_float32_range(std::string_view encoded);

// The float nearest to an encoded number, ties to even; zero has no sign, not even the zero that a
// tiny negative number becomes. Precondition: is_in_float32_range().
float to_float32(std::string_view encoded);

// The shortest decimal that leads back to that float, without an exponent and with one digit after
// the point at least: "1.0", "16777216.0", "0.1".
void append_float32_text(float value, std::string& out);

}  // namespace stator::protocol::values
