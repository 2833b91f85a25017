#include "emulator/base/time_text.hpp"

#include <gtest/gtest.h>

#include "engine/base/clock.hpp"

namespace stator::emulator {
namespace {

TEST(TimeText, WritesTimes) {
    EXPECT_EQ(time_text(engine::Instant(0)), "1970-01-01T00:00:00.000Z");
    EXPECT_EQ(time_text(engine::Instant(1)), "1970-01-01T00:00:00.001Z");
    EXPECT_EQ(time_text(engine::Instant(1'767'225'600'000)), "2026-01-01T00:00:00.000Z");
    EXPECT_EQ(time_text(engine::Instant(1'709'251'199'999)), "2024-02-29T23:59:59.999Z");
    EXPECT_EQ(time_text(engine::kLatestTime), "9999-12-31T23:59:59.999Z");
}

TEST(TimeText, ReadsItsOwnOutput) {
    for (engine::Instant time; time <= engine::kLatestTime; time += 86'399'001 * 997LL) {
        EXPECT_EQ(parse_time(time_text(time)), time);
    }
    EXPECT_EQ(parse_time(time_text(engine::kLatestTime)), engine::kLatestTime);
}

TEST(TimeText, ReadsTimesAndDays) {
    const std::pair<const char*, std::int64_t> cases[] = {
        {"1970-01-01", 0},
        {"2026-01-01", 1'767'225'600'000},
        {"2026-01-01T00:00:00Z", 1'767'225'600'000},
        {"2026-01-01T00:00:00.5Z", 1'767'225'600'500},
        {"2026-01-01T00:00:00.25Z", 1'767'225'600'250},
        {"2026-01-01T00:00:00.007Z", 1'767'225'600'007},
        {"2026-01-01T00:00:00.1239999999999Z", 1'767'225'600'123},
        {"2024-02-29", 1'709'164'800'000},
        {"2000-02-29T00:00:00Z", 951'782'400'000},
    };
    for (const auto& [text, ms] : cases) EXPECT_EQ(parse_time(text), engine::Instant(ms)) << text;
}

TEST(TimeText, ReadsNothingElse) {
    const char* const cases[] = {
        "",
        "now",
        "2026",
        "2026-01",
        "2026-1-1",
        "26-01-01",
        "2026-00-01",
        "2026-13-01",
        "2026-01-00",
        "2026-01-32",
        "2026-02-29",
        "2100-02-29",
        "1969-12-31",
        "0000-01-01",
        "12026-01-01",
        "2026-01-01T",
        "2026-01-01Z",
        "2026-01-01T00:00Z",
        "2026-01-01T00:00:00",
        "2026-01-01T00:00:00+00:00",
        "2026-01-01t00:00:00z",
        "2026-01-01 00:00:00Z",
        "2026-01-01T24:00:00Z",
        "2026-01-01T00:60:00Z",
        "2026-01-01T00:00:60Z",
        "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00:00.5",
        "2026-01-01T00:00:00,5Z",
        "2026-01-01T00:00:00ZZ",
        " 2026-01-01",
        "2026-01-01 ",
        "-2026-01-01",
        "2026-+1-01",
        "1767225600000",
    };
    for (const char* text : cases) EXPECT_EQ(parse_time(text), std::nullopt) << text;
    EXPECT_EQ(parse_time(std::string_view("2026-01-01\0", 11)), std::nullopt);
}

TEST(DurationText, ReadsUnits) {
    const std::pair<const char*, std::int64_t> cases[] = {
        {"0ms", 0},
        {"500ms", 500},
        {"90s", 90'000},
        {"15m", 900'000},
        {"48h", 172'800'000},
        {"2d", 172'800'000},
        {"1.5h", 5'400'000},
        {"0.001s", 1},
        {".5s", 500},
        {"0.6ms", 1},
        {"36600d", 3'162'240'000'000},
    };
    for (const auto& [text, ms] : cases) EXPECT_EQ(parse_duration_ms(text), ms) << text;
}

TEST(DurationText, ReadsNothingElse) {
    const char* const cases[] = {"",       "5",    "s",    "5 s",  " 5s",   "5s ",    "-5s",
                                 "+5s",    "5S",   "5min", "5w",   "5y",    "1h30m",  "two d",
                                 "infs",   "nans", "infd", "0x5s", "1,5s",  "36601d", "1e99s",
                                 "1e999s", "5mss", "--5s", ".s",   "5.5.5s"};
    for (const char* text : cases) EXPECT_EQ(parse_duration_ms(text), std::nullopt) << text;
}

TEST(TimeText, AsksForTheUnitOfANumber) {
    EXPECT_EQ(unit_question("1.5"), "1.5 what? Write 1.5ms, 1.5s, 1.5m, 1.5h or 1.5d");
}

}  // namespace
}  // namespace stator::emulator
