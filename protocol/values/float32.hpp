// Numbers as elements of vectors: 32-bit floating point. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace stator::protocol::values {

// Returns true if an encoded number is within ±3.4028235E38.
bool is_in_float32_range(std::string_view encoded);

// Returns the float nearest to an encoded number, ties to even. Zero has no sign, also if it
// results from a tiny negative number. Precondition: is_in_float32_range().
float to_float32(std::string_view encoded);

// Appends the shortest decimal that converts back to the same float, without an exponent and with
// at least one digit after the point: "1.0", "16777216.0", "0.1".
void append_float32_text(float value, std::string& out);

}  // namespace stator::protocol::values
