// Lines that come in, of bounded length.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

namespace stator::tools::mcp {

enum class LineResult : unsigned char { Line, TooLong, End };

// Reads the next line without its end. What is longer than `bytes_max` is skipped up to the next
// one. A last line without an end counts.
LineResult read_line(std::istream& in, std::size_t bytes_max, std::string& line);

}  // namespace stator::tools::mcp
