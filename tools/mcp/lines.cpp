#include "tools/mcp/lines.hpp"

#include <istream>

namespace stator::tools::mcp {

LineResult read_line(std::istream& in, std::size_t bytes_max, std::string& line) {
    using Traits = std::istream::traits_type;
    line.clear();
    bool is_too_long = false;
    std::streambuf& bytes = *in.rdbuf();
    for (auto byte = bytes.sbumpc();; byte = bytes.sbumpc()) {
        const bool is_end = Traits::eq_int_type(byte, Traits::eof());
        if (is_end && line.empty() && !is_too_long) return LineResult::End;
        if (is_end || Traits::to_char_type(byte) == '\n') break;
        is_too_long = is_too_long || line.size() == bytes_max;
        if (!is_too_long) line.push_back(Traits::to_char_type(byte));
    }
    return is_too_long ? LineResult::TooLong : LineResult::Line;
}

}  // namespace stator::tools::mcp
