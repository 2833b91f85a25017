#include "protocol/values/float32.hpp"

#include <gtest/gtest.h>

#include <charconv>
#include <cstring>
#include <random>
#include <string>

#include "protocol/values/number.hpp"

namespace stator::protocol::values {
namespace {

std::string encoded_element(const std::string& text) {
    std::string out;
    encode_number(text, Dialect::Current, out).value();
    return out;
}

std::string round_trip(const std::string& text) {
    std::string out;
    append_float32_text(to_float32(encoded_element(text)), out);
    return out;
}

TEST(Float32, PrintsTheShortestDecimalWithAPoint) {
    EXPECT_EQ(round_trip("1"), "1.0");
    EXPECT_EQ(round_trip("-1"), "-1.0");
    EXPECT_EQ(round_trip("0"), "0.0");
    EXPECT_EQ(round_trip("-1e-130"), "0.0");
    EXPECT_EQ(round_trip("16777217"), "16777216.0");
    EXPECT_EQ(round_trip("0.1"), "0.1");
    EXPECT_EQ(round_trip("-0.001234"), "-0.001234");
    EXPECT_EQ(round_trip("123.5"), "123.5");
    EXPECT_EQ(round_trip("1e-45"), "0." + std::string(44, '0') + "1");
    EXPECT_EQ(round_trip("3.4028235e38"), "34028235" + std::string(31, '0') + ".0");
}

TEST(Float32, HasARange) {
    EXPECT_TRUE(is_in_float32_range(encoded_element("3.4028235E38")));
    EXPECT_TRUE(is_in_float32_range(encoded_element("-3.4028235E38")));
    EXPECT_FALSE(is_in_float32_range(encoded_element("3.40282351E38")));
    EXPECT_FALSE(is_in_float32_range(encoded_element("-3.40282351E38")));
    EXPECT_TRUE(is_in_float32_range(encoded_element("1E-130")));
}

// The result must be the float nearest to the decimal itself, not to a double in between.
TEST(Float32, RoundsOnce) {
    std::mt19937 random(1);
    for (int i = 0; i < 200'000; ++i) {
        std::string text = random() % 2 == 0 ? "-" : "";
        const std::size_t digits = 1 + random() % (i % 8 == 0 ? 30 : 17);
        for (std::size_t d = 0; d < digits; ++d) text += static_cast<char>('0' + random() % 10);
        text += "e" + std::to_string(static_cast<int>(random() % 60) - 50);
        float expected = 0;
        std::from_chars(text.data(), text.data() + text.size(), expected);
        EXPECT_EQ(to_float32(encoded_element(text)), expected) << text;
    }
    // Halfway between two floats, and slightly more.
    EXPECT_EQ(to_float32(encoded_element("16777217")), 16777216.0F);
    EXPECT_EQ(to_float32(encoded_element("16777217.000000001")), 16777218.0F);
    EXPECT_EQ(to_float32(encoded_element("16777219")), 16777220.0F);
}

}  // namespace
}  // namespace stator::protocol::values
