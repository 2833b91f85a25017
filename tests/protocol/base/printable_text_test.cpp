#include "protocol/base/printable_text.hpp"

#include <gtest/gtest.h>

#include <random>

namespace stator::protocol {
namespace {

TEST(PrintableText, KeepsPrintableCharacters) {
    for (const char* const text : {"", "abc", "ä", "日本", "𝄞", "\xC2\xA0", "\xF4\x8F\xBF\xBF"}) {
        EXPECT_EQ(printable(text), text);
    }
}

TEST(PrintableText, EscapesControlCharacters) {
    EXPECT_EQ(printable("a\nb"), "a\\x0ab");
    EXPECT_EQ(printable("\x1B[1m"), "\\x1b[1m");
    EXPECT_EQ(printable("\x7F"), "\\x7f");
    EXPECT_EQ(printable("\xC2\x80"), "\\xc2\\x80");
    EXPECT_EQ(printable(std::string_view("\0", 1)), "\\x00");
}

TEST(PrintableText, EscapesBytesThatAreNotUtf8) {
    EXPECT_EQ(printable("\xFF"), "\\xff");
    EXPECT_EQ(printable("\xC0\x80"), "\\xc0\\x80") << "longer than need be";
    EXPECT_EQ(printable("\xED\xA0\x80"), "\\xed\\xa0\\x80") << "half of a surrogate pair";
    EXPECT_EQ(printable("\xF4\x90\x80\x80"), "\\xf4\\x90\\x80\\x80") << "beyond the last character";
    EXPECT_EQ(printable("a\xC3"), "a\\xc3") << "cut off";
    EXPECT_EQ(printable("\xC3(\xA4"), "\\xc3(\\xa4");
}

TEST(PrintableText, ChangesNothingTheSecondTime) {
    std::mt19937_64 choice(5);
    for (int round = 0; round < 2'000; ++round) {
        std::string bytes;
        for (std::size_t length = choice() % 20; length > 0; --length) {
            bytes.push_back(static_cast<char>(choice()));
        }
        const std::string once = printable(bytes);
        EXPECT_EQ(printable(once), once);
    }
}

}  // namespace
}  // namespace stator::protocol
