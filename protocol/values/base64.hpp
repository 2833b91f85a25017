// Base64, the form of binary values in JSON. Pure functions.
#pragma once

#include <string>
#include <string_view>

namespace stator::protocol::values {

// With padding, without line breaks.
std::string base64_text(std::string_view bytes);

// Precondition: `text` is base64 with padding; the result for any other text is arbitrary.
std::string bytes_of_base64(std::string_view text);

}  // namespace stator::protocol::values
