// Converts arbitrary bytes, such as those of a damaged file, to readable text.
#pragma once

#include <string>
#include <string_view>

namespace stator::protocol {

// Keeps valid UTF-8 without control characters and replaces each other byte with \xNN. Idempotent.
std::string printable(std::string_view bytes);

}  // namespace stator::protocol
