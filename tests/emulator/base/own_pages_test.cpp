#include "emulator/base/own_pages.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "emulator/overload/memory.hpp"

namespace stator::emulator {
namespace {

using Text = std::basic_string<char, std::char_traits<char>, OwnPages<char>>;

TEST(OwnPages, KeepTextsOfAnyLength) {
    for (std::size_t length = 1; length < 4 * kOwnPagesBytes; length = length * 3 + 1) {
        const std::string text(length, 'x');
        Text body(text);
        const Text copy = body;
        body = Text(2 * length, 'y');
        EXPECT_EQ(std::string_view(copy), text);
        EXPECT_EQ(body, Text(2 * length, 'y'));
        body = copy;
        EXPECT_EQ(body, copy);
    }
    EXPECT_EQ(own_pages_bytes, 0U);
}

// They count towards --max-memory.
TEST(OwnPages, CountAsAllocated) {
    const std::size_t before = overload::allocated_bytes();
    const Text body(64 * kOwnPagesBytes, 'x');
    EXPECT_GT(own_pages_bytes, 64 * kOwnPagesBytes);
    if (before != 0) {
        EXPECT_EQ(overload::allocated_bytes(), before + own_pages_bytes);
    }
    EXPECT_EQ(body.back(), 'x');
}

}  // namespace
}  // namespace stator::emulator
