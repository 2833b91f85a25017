// Reads input lines of bounded length.
#pragma once

#include <cstddef>
#include <iosfwd>
#include <string>

namespace stator::tools::mcp {

enum class LineResult : unsigned char { Line, TooLong, End };

// Reads the next line without its line break. A line longer than `bytes_max` is skipped and
// reported as TooLong. The last line may lack a line break.
LineResult read_line(std::istream& in, std::size_t bytes_max, std::string& line);

}  // namespace stator::tools::mcp
