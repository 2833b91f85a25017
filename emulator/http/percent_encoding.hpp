// Percent-encoding of URLs, both ways. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::emulator::http {

// The text behind "a%20b". Nothing when an escape is broken or what comes out is not UTF-8.
std::optional<std::string> percent_decoded(std::string_view text);

// The same for a text that may be anything: a broken escape stays as it is.
std::string percent_decoded_where_possible(std::string_view text);

// The text with everything escaped but letters, digits and "-._~", so that it may stand as one
// segment of a path or as a value in a query.
std::string percent_encoded(std::string_view text);

}  // namespace stator::emulator::http
