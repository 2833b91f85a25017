// Finds the end of a JSON object or array. A pure function.
#pragma once

#include <cstddef>
#include <string_view>

namespace stator::tools::client {

// Returns the position after the object or array that begins at `begin`; npos if the text ends
// before it does. Does not validate the contents. Examines 64 bytes at a time.
std::size_t container_end(std::string_view text, std::size_t begin);

// Like container_end(), but uses only instructions that all processors have.
std::size_t container_end_anywhere(std::string_view text, std::size_t begin);

}  // namespace stator::tools::client
