// Where an object or array of JSON ends. A pure function.
#pragma once

#include <cstddef>
#include <string_view>

namespace stator::tools::client {

// The place behind the object or array that begins at `begin`; npos when the text ends before it
// does. What is in it is not checked. Looks at 64 bytes at a time.
std::size_t container_end(std::string_view text, std::size_t begin);

// The same without instructions that some processors lack.
std::size_t container_end_anywhere(std::string_view text, std::size_t begin);

}  // namespace stator::tools::client
