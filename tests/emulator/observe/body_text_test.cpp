#include "emulator/observe/body_text.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "emulator/limits/memory.hpp"

namespace stator::emulator::observe {
namespace {

TEST(BodyText, IsKeptWhateverItsLength) {
    for (std::size_t length = 1; length < 4 * kOwnPagesBytes; length = length * 3 + 1) {
        const std::string text(length, 'x');
        BodyText body(text);
        const BodyText copy = body;
        body = BodyText(2 * length, 'y');
        EXPECT_EQ(std::string_view(copy), text);
        EXPECT_EQ(body, BodyText(2 * length, 'y'));
        body = copy;
        EXPECT_EQ(body, copy);
    }
}

TEST(BodyText, TakesNothingOfMallocsWhenItIsLarge) {
    const std::size_t before = limits::allocated_bytes();
    const BodyText body(kOwnPagesBytes, 'x');
    EXPECT_EQ(limits::allocated_bytes(), before);
    EXPECT_EQ(body.back(), 'x');
}

}  // namespace
}  // namespace stator::emulator::observe
