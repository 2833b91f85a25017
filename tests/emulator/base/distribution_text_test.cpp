#include "emulator/base/distribution_text.hpp"

#include <gtest/gtest.h>

namespace stator::emulator {
namespace {

using engine::Distribution;

constexpr std::int64_t kYearMs = 366LL * 24 * 3'600'000;

TEST(DistributionText, ReadsEveryKind) {
    EXPECT_EQ(parse_distribution("0"), Distribution::fixed(0));
    EXPECT_EQ(parse_distribution("250"), Distribution::fixed(250));
    EXPECT_EQ(parse_distribution("fixed:250"), Distribution::fixed(250));
    EXPECT_EQ(parse_distribution("uniform:0:400"), Distribution::uniform(0, 400));
    EXPECT_EQ(parse_distribution("uniform:7:7"), Distribution::uniform(7, 7));
    EXPECT_EQ(parse_distribution("exponential:50"), Distribution::exponential(50));
}

TEST(DistributionText, LastsAYearAtMost) {
    const std::string year = std::to_string(kYearMs);
    const std::string more = std::to_string(kYearMs + 1);
    EXPECT_EQ(parse_distribution(year), Distribution::fixed(kYearMs));
    EXPECT_EQ(parse_distribution("uniform:0:" + year), Distribution::uniform(0, kYearMs));
    EXPECT_EQ(parse_distribution(more), std::nullopt);
    EXPECT_EQ(parse_distribution("fixed:" + more), std::nullopt);
    EXPECT_EQ(parse_distribution("uniform:0:" + more), std::nullopt);
    const auto longest = parse_distribution("exponential:" + std::to_string(kYearMs / 8));
    ASSERT_TRUE(longest.has_value());
    EXPECT_LE(longest->most_ms(), kYearMs);
    EXPECT_EQ(parse_distribution("exponential:" + std::to_string(kYearMs / 8 + 1)), std::nullopt);
    EXPECT_EQ(parse_distribution("99999999999999999999"), std::nullopt);
}

TEST(DistributionText, ReadsNothingElse) {
    const char* const cases[] = {
        "",
        ":",
        "-1",
        "+1",
        " 1",
        "1 ",
        "1.5",
        "1e3",
        "250ms",
        "fixed",
        "fixed:",
        "fixed:-5",
        "fixed:5:6",
        "uniform",
        "uniform:5",
        "uniform:5:",
        "uniform::5",
        "uniform:5:1",
        "uniform:-5:1",
        "uniform:1:2:3",
        "exponential",
        "exponential:",
        "exponential:-1",
        "exponential:5:6",
        "Exponential:5",
        "gamma:5",
        ":5",
        "5:",
        "latest"};
    for (const char* text : cases) EXPECT_EQ(parse_distribution(text), std::nullopt) << text;
}

}  // namespace
}  // namespace stator::emulator
