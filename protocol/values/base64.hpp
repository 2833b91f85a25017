// Base64, the form of binary values in JSON. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace stator::protocol::values {

// Encodes with padding, without line breaks.
std::string base64_text(std::string_view bytes);

// Decodes base64. Precondition: `text` is base64 with padding. Otherwise the result is arbitrary.
std::string bytes_of_base64(std::string_view text);

}  // namespace stator::protocol::values
