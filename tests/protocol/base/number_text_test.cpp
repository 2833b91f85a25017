#include "protocol/base/number_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace stator::protocol {
namespace {

TEST(NumberText, ReadsOnlyWholeTexts) {
    EXPECT_EQ(parse_number<int>("-12"), -12);
    EXPECT_EQ(parse_number<double>("1e3"), 1'000.0);
    EXPECT_EQ(
        parse_number<std::uint64_t>("18446744073709551615"),
        std::numeric_limits<std::uint64_t>::max()
    );
    for (const char* text : {"", " 1", "1 ", "+1", "1.0", "0x1", "-1", "18446744073709551616"}) {
        EXPECT_EQ(parse_number<std::uint64_t>(text), std::nullopt) << text;
    }
}

TEST(NumberText, PadsWithZeros) {
    std::string text;
    append_padded(text, 7, 3);
    append_padded(text, 1'234, 3);
    append_padded(text, std::numeric_limits<std::uint64_t>::max(), 20);
    EXPECT_EQ(text, "007123418446744073709551615");
}

TEST(NumberText, WritesTheLastDigitsInBaseSixteen) {
    std::string text;
    append_hex(text, 0xABC, 4);
    append_hex(text, 0x12345, 2);
    append_hex(text, std::numeric_limits<std::uint64_t>::max(), 16);
    append_hex(text, 1, 0);
    EXPECT_EQ(text, "0abc45ffffffffffffffff");
}

TEST(NumberText, KeepsAsManyDecimalsAsItNeeds) {
    const struct {
        double value;
        int decimals;
        const char* text;
    } cases[] = {
        {0, 3, "0"},
        {-0.0, 3, "0"},
        {-0.0001, 3, "0"},
        {0.5, 3, "0.5"},
        {12, 3, "12"},
        {100, 3, "100"},
        {100, 0, "100"},
        {1.0 / 3, 3, "0.333"},
        {2.0 / 3, 1, "0.7"},
        {-7.25, 3, "-7.25"},
        {0.000000125, 12, "0.000000125"},
        {123'456'789'012'345'678.0, 3, "123456789012345680"},
    };

    for (const auto& one : cases) EXPECT_EQ(decimal_text(one.value, one.decimals), one.text);
}

TEST(NumberText, KeepsAMinimumOfDecimals) {
    std::string text;
    append_decimals(text, 5, 1, 3);
    append_decimals(text, 0.125, 1, 3);
    append_decimals(text, 20, 2, 3);
    EXPECT_EQ(text, "5.00.12520.00");
}

TEST(NumberText, WritesFifteenSignificantDigitsAtMost) {
    EXPECT_EQ(significant_text(0.1), "0.1");
    EXPECT_EQ(significant_text(60), "60");
    EXPECT_EQ(significant_text(1e30), "1e+30");
    EXPECT_EQ(significant_text(0.1 + 0.2), "0.3");
}

}  // namespace
}  // namespace stator::protocol
