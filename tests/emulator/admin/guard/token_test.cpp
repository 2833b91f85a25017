#include "emulator/admin/guard/token.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::admin::guard {
namespace {

TEST(Token, IsAnotherOneEachTime) {
    std::set<std::string> tokens;
    for (int i = 0; i < 100; ++i) {
        const std::string token = new_token();
        EXPECT_EQ(token.size(), 32U);
        EXPECT_TRUE(is_token(token));
        EXPECT_EQ(token.find_first_of("+/=&#%?"), std::string::npos) << "it is part of a link";
        tokens.insert(token);
    }
    EXPECT_EQ(tokens.size(), 100U);
}

TEST(Token, CanBeSentInAHeader) {
    EXPECT_TRUE(is_token("s3cret+/="));
    for (const char* text : {"", "two words", "a\tb", "a\nb", "gr\xC3\xBC\xC3\x9F"}) {
        EXPECT_FALSE(is_token(text)) << text;
    }
}

TEST(Token, IsTheFirstLineOfItsFile) {
    const testing::TemporaryDirectory directory;
    const std::string name = directory.path() + "/token";
    const auto read = [&name](const std::string& text) {
        std::ofstream(name, std::ios::binary) << text;
        return read_token(name);
    };
    EXPECT_EQ(*read("abc\n"), "abc");
    EXPECT_EQ(*read("abc\r\nsecond line\n"), "abc");
    EXPECT_EQ(*read("abc"), "abc");
    EXPECT_NE(read("").error().sentence.find("has no token"), std::string::npos);
    const std::string refused = read("two words\n").error().sentence;
    EXPECT_NE(refused.find("cannot be a token"), std::string::npos);
    EXPECT_EQ(refused.find("two words"), std::string::npos) << "a secret is never repeated";
    const std::string missing = read_token(directory.path() + "/none").error().sentence;
    EXPECT_NE(missing.find("--admin-token-file"), std::string::npos) << missing;
}

}  // namespace
}  // namespace stator::emulator::admin::guard
