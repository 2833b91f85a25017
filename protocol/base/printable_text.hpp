// Text for people from bytes that may be anything, such as those of a damaged file.
#pragma once

#include <string>
#include <string_view>

namespace stator::protocol {

// Keeps valid UTF-8 without control characters and replaces every other byte by \xNN. Applying it
// again has no effect.
std::string printable(std::string_view bytes);

}  // namespace stator::protocol
