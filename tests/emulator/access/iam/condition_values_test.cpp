#include "emulator/access/iam/condition_values.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::access::iam {
namespace {

TEST(ConditionValues, ReadMoments) {
    const struct {
        const char* text;
        std::optional<std::int64_t> ms;
    } cases[] = {
        {"1970", 0},
        {"1970-01", 0},
        {"1970-01-02", 86'400'000},
        {"1970-01-01T00:01Z", 60'000},
        {"1970-01-01T00:00:01Z", 1'000},
        {"1970-01-01T00:00:01.25Z", 1'250},
        {"1970-01-01T00:00:01.2345678Z", 1'234},
        {"1970-01-01T01:00:00+01:00", 0},
        {"1970-01-01T00:00:00-00:30", 1'800'000},
        {"2024-02-29", 1'709'164'800'000},
        {"1709164800", 1'709'164'800'000},
        {"1709164800.5", 1'709'164'800'500},
        {"2023-02-29", std::nullopt},
        {"2026-13", std::nullopt},
        {"2026-01-01T24:00:00Z", std::nullopt},
        {"2026-01-01T00:00:00", std::nullopt},
        {"2026-01-01T00:00:00.Z", std::nullopt},
        {"2026-01-01 00:00:00Z", std::nullopt},
        {"", std::nullopt},
        {"now", std::nullopt},
        {"1e300", std::nullopt},
    };

    for (const auto& [text, ms] : cases) EXPECT_EQ(parse_moment(text), ms) << text;
}

TEST(ConditionValues, ReadNumbers) {
    EXPECT_EQ(parse_decimal("+1.5"), 1.5);
    EXPECT_EQ(parse_decimal("-2e3"), -2'000);
    for (const char* text : {"", "1x", "nan", "one", " 1"}) {
        EXPECT_EQ(parse_decimal(text), std::nullopt) << text;
    }
}

TEST(ConditionValues, ReadBase64) {
    EXPECT_EQ(parse_base64("AGE="), std::string("\0a", 2));
    EXPECT_EQ(parse_base64(""), "");
    for (const char* text : {"AGE", "A===", "????", "AGF="}) {
        EXPECT_EQ(parse_base64(text), std::nullopt) << text;
    }
}

TEST(ConditionValues, ReadAddresses) {
    for (const char* text :
         {"10.0.0",
          "10.0.0.0/",
          "10.0.0.0/33",
          "10.0.0.0/-1",
          "::/129",
          "host",
          "",
          "1.2.3.4/8x"}) {
        EXPECT_FALSE(parse_addresses(text).has_value()) << text;
    }
    EXPECT_FALSE(parse_addresses(std::string_view("10.0.0.1\0x", 10)).has_value());
    const auto contains = [](const char* range, const char* address) {
        return parse_addresses(range)->contains(*parse_addresses(address));
    };
    EXPECT_TRUE(contains("10.1.2.0/23", "10.1.3.255"));
    EXPECT_FALSE(contains("10.1.2.0/23", "10.1.4.0"));
    EXPECT_TRUE(contains("0.0.0.0/0", "1.2.3.4"));
    EXPECT_TRUE(contains("::ffff:10.0.0.0/104", "10.2.3.4"));
    EXPECT_FALSE(contains("::/0", "10.2.3.4"));
}

}  // namespace
}  // namespace stator::emulator::access::iam
