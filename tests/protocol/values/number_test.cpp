#include "protocol/values/number.hpp"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <vector>

#include "protocol/errors/values.hpp"

namespace stator::protocol::values {
namespace {

std::string encoded(std::string_view text) {
    std::string bytes;
    const auto result = encode_number(text, Dialect::Current, bytes);
    EXPECT_TRUE(result.has_value()) << text;
    return bytes;
}

std::string refusal(std::string_view text, Dialect dialect = Dialect::Current) {
    std::string bytes;
    const auto result = encode_number(text, dialect, bytes);
    if (result.has_value()) return "";
    return errors::invalid_number(result.error(), text, dialect).message;
}

const std::string kOverflow =
    "Number overflow. Attempting to store a number with magnitude larger than supported range";
const std::string kUnderflow =
    "Number underflow. Attempting to store a number with magnitude smaller than supported range";
const std::string kPrecision = "Attempting to store more than 38 significant digits in a Number";

TEST(Number, PrintsPlainDigits) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"+5", "5"},
        {"+1.5", "1.5"},
        {"-0", "0"},
        {"+1e2", "100"},
        {"1.5E+3", "1500"},
        {".5", "0.5"},
        {"+.5", "0.5"},
        {"5.", "5"},
        {"1.e5", "100000"},
        {"00042", "42"},
        {"+1e-2", "0.01"},
        {"1.23E10", "12300000000"},
        {"-12.340", "-12.34"},
        {"1e125", "1" + std::string(125, '0')},
        {"1e-130", "0." + std::string(129, '0') + "1"},
        {"-1234567890.0987654321", "-1234567890.0987654321"},
        {"0.0e126", "0"},
        {"-1." + std::string(37, '3') + "e-130",
         "-0." + std::string(129, '0') + "1" + std::string(37, '3')},
        {std::string(38, '9') + "e87", std::string(38, '9') + std::string(87, '0')},
    };
    for (const auto& [text, expected] : cases)
        EXPECT_EQ(number_text(encoded(text)), expected) << text;
}

TEST(Number, HasAShape) {
    const struct {
        const char* text;
        NumberShape shape;
    } cases[] = {
        {"0", {0, 0, false}},
        {"7", {1, 0, false}},
        {"-7", {1, 0, true}},
        {"70", {1, 1, false}},
        {"77", {2, 0, false}},
        {"700", {1, 2, false}},
        {"770", {2, 1, false}},
        {"-0.05", {1, -2, true}},
        {"0.5", {1, -1, false}},
        {"123.450", {5, -2, false}},
        {"1e125", {1, 125, false}},
        {"1e-130", {1, -130, false}},
        {"-12345678901234567890123456789012345678", {38, 0, true}},
        {"1.2345678901234567890123456789012345678", {38, -37, false}},
    };

    for (const auto& [text, expected] : cases) {
        const NumberShape shape = number_shape(encoded(text));
        EXPECT_EQ(shape.digits, expected.digits) << text;
        EXPECT_EQ(shape.lowest_exponent, expected.lowest_exponent) << text;
        EXPECT_EQ(shape.negative, expected.negative) << text;
    }
}

TEST(Number, LongestTextHasRoom) {
    // Twice the permitted size, so that a text that is too long fails the test instead of
    // overflowing the buffer.
    std::array<char, 2 * kMaxNumberTextBytes> text;
    const std::string longest = encoded("-1." + std::string(37, '3') + "e-130");
    EXPECT_LE(write_number_text(longest, text.data()), kMaxNumberTextBytes);
}

TEST(Number, RefusesTextThatIsNotANumber) {
    for (const std::string text :
         {"+",        "-",       ".",   "e2",    "+e2",
          "1e",       "1e+",     "1+2", "++5",   "+-5",
          "1.2.3",    "1.2e3.4", "0x5", "1_000", "NaN",
          "Infinity", " 5",      "5 ",  "1 5",   "1e9223372036854775808"}) {
        EXPECT_EQ(refusal(text), "The parameter cannot be converted to a numeric value: " + text);
    }
    EXPECT_EQ(refusal(""), "The parameter cannot be converted to a numeric value: ");
    EXPECT_EQ(refusal("", Dialect::Older), "The parameter cannot be converted to a numeric value");
}

TEST(Number, ChecksMagnitudeBeforePrecision) {
    const std::string thirty_nine(39, '1');
    EXPECT_EQ(refusal(thirty_nine), kPrecision);
    EXPECT_EQ(refusal(thirty_nine + "e100"), kOverflow);
    EXPECT_EQ(refusal("1e126"), kOverflow);
    EXPECT_EQ(refusal("-1e126"), kOverflow);
    EXPECT_EQ(refusal("1e-131"), kUnderflow);
    EXPECT_EQ(refusal("0e126"), kOverflow);
    EXPECT_EQ(refusal("0e-131"), kUnderflow);
    EXPECT_EQ(refusal("0e125"), "");
    EXPECT_EQ(refusal("1e99999999999"), kOverflow);
    EXPECT_EQ(refusal("1e-99999999999"), kUnderflow);
    EXPECT_EQ(refusal("1e2147483647", Dialect::Older), kUnderflow);
    EXPECT_EQ(refusal("1e2147483647"), kOverflow);
}

TEST(Number, EncodesAsDynamoDbHashesIt) {
    EXPECT_EQ(encoded("0"), "\x80");
    EXPECT_EQ(encoded("5"), "\xC1\x06");
    EXPECT_EQ(encoded("100"), "\xC2\x02");
    EXPECT_EQ(encoded("-5"), "\x3E\x60\x66");
}

TEST(Number, SortsByValue) {
    const std::vector<std::string> ascending = {
        "-1e125", "-123456.789", "-100", "-99.5",  "-10",  "-9",         "-1.01", "-1",
        "-0.5",   "-1e-130",     "0",    "1e-130", "0.05", "0.5",        "1",     "1.01",
        "9",      "10",          "99.5", "100",    "1000", "123456.789", "9e124", "1e125",
    };
    for (std::size_t i = 1; i < ascending.size(); ++i) {
        EXPECT_LT(encoded(ascending[i - 1]), encoded(ascending[i])) << ascending[i];
    }
}

TEST(Number, SameValueSameBytes) {
    for (const std::string text : {"1000", "1e3", "1E+3", "1000.0", "001000", "+1000"}) {
        EXPECT_EQ(encoded(text), encoded("1000")) << text;
    }
}

TEST(Number, IsChargedByDigitsOnEachSideOfThePoint) {
    const std::vector<std::pair<std::string, std::size_t>> cases = {
        {"0", 1},
        {"1", 2},
        {"12", 2},
        {"123", 3},
        {"1234", 3},
        {"123456", 4},
        {"0042", 2},
        {"100", 2},
        {"1010", 3},
        {"0.0000001", 2},
        {"1E125", 2},
        {"1E-100", 2},
        {"1.5", 3},
        {"15", 2},
        {"1.2", 3},
        {"1.200", 3},
        {"1.234", 4},
        {"3.14159", 5},
        {"100.5", 4},
        {"0.15", 2},
        {"-42", 3},
        {"-0", 1},
        {std::string(38, '7'), 20},
    };
    for (const auto& [text, bytes] : cases) {
        EXPECT_EQ(number_size_bytes(encoded(text)), bytes) << text;
    }
}

std::string sum(std::string_view left, std::string_view right) {
    std::string bytes;
    const auto result = add_numbers(encoded(left), encoded(right), bytes);
    if (result.has_value()) return number_text(bytes);
    return errors::unrepresentable_sum(result.error()).message;
}

std::string difference(std::string_view left, std::string_view right) {
    std::string bytes;
    const auto result = subtract_numbers(encoded(left), encoded(right), bytes);
    if (result.has_value()) return number_text(bytes);
    return errors::unrepresentable_sum(result.error()).message;
}

TEST(Number, AddsExactly) {
    EXPECT_EQ(sum("1", "2"), "3");
    EXPECT_EQ(sum("0.1", "0.2"), "0.3");
    EXPECT_EQ(sum("-5", "5"), "0");
    EXPECT_EQ(sum("1e125", "1e125"), "2" + std::string(125, '0'));
    EXPECT_EQ(difference("1e38", "1"), std::string(38, '9'));
    EXPECT_EQ(difference("10", "10.5"), "-0.5");
    EXPECT_EQ(difference("0", "7"), "-7");
}

TEST(Number, OverflowsWhenExactResultDoesNotFit) {
    EXPECT_EQ(sum("1e50", "1"), kOverflow);
    EXPECT_EQ(sum("1e50", "-1"), kOverflow);
    EXPECT_EQ(sum("9.9e125", "9.9e125"), kOverflow);
    EXPECT_EQ(sum("1e125", "1e-130"), kOverflow);
}

TEST(Number, EncodesIntegers) {
    EXPECT_EQ(number_text(encode_integer(-120)), "-120");
    EXPECT_EQ(encode_integer(3), encoded("3"));
}

}  // namespace
}  // namespace stator::protocol::values
