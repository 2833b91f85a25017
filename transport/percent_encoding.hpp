// Percent-encoding of URLs, both ways. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::transport {

// The decoded text: "a b" for "a%20b". Nothing when an escape is broken or the result is not UTF-8.
std::optional<std::string> percent_decoded(std::string_view text);

// The same for arbitrary text: a broken escape stays as it is.
std::string percent_decoded_where_possible(std::string_view text);

// The text with everything escaped except letters, digits and "-._~", so that it can be one segment
// of a path or a value in a query.
std::string percent_encoded(std::string_view text);

// The same for a whole path: its slashes stay.
std::string percent_encoded_path(std::string_view path);

}  // namespace stator::transport
