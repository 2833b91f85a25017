#include "tools/mcp/lines.hpp"

#include <gtest/gtest.h>

#include <sstream>

namespace stator::tools::mcp {
namespace {

// Each line in brackets, "!" for one that is too long.
std::string lines_of(const std::string& text, std::size_t bytes_max) {
    std::istringstream in(text);
    std::string all;
    std::string line;
    for (;;) {
        switch (read_line(in, bytes_max, line)) {
            case LineResult::Line: all.append("[").append(line).append("]"); break;
            case LineResult::TooLong: all.append("!"); break;
            case LineResult::End: return all;
        }
    }
}

TEST(Lines, AreReadOneByOne) {
    EXPECT_EQ(lines_of("", 9), "");
    EXPECT_EQ(lines_of("a\n\nb\n", 9), "[a][][b]");
    EXPECT_EQ(lines_of("a\nb", 9), "[a][b]");
}

TEST(Lines, AreSkippedWhenTheyAreTooLong) {
    EXPECT_EQ(lines_of("abc\n", 3), "[abc]");
    EXPECT_EQ(lines_of("abcd\ne\n", 3), "![e]");
    EXPECT_EQ(lines_of("e\nabcdefgh", 3), "[e]!");
}

}  // namespace
}  // namespace stator::tools::mcp
