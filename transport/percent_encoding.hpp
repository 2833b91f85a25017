// Percent-encoding and decoding of URLs. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace stator::transport {

// Returns the decoded text: "a b" for "a%20b". Nullopt if an escape is invalid or the result is not
// UTF-8.
std::optional<std::string> percent_decoded(std::string_view text);

// Like percent_decoded(), but leaves invalid escapes unchanged.
std::string percent_decoded_where_possible(std::string_view text);

// Returns the text with everything escaped except letters, digits and "-._~", so that it can be one
// segment of a path or a value in a query.
std::string percent_encoded(std::string_view text);

// Like percent_encoded(), for a whole path: slashes are not escaped.
std::string percent_encoded_path(std::string_view path);

}  // namespace stator::transport
