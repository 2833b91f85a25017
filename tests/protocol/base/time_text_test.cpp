#include "protocol/base/time_text.hpp"

#include <gtest/gtest.h>

namespace stator::protocol {
namespace {

TEST(TimeText, HasMillisecondPrecision) {
    EXPECT_EQ(utc_text(Instant(0)), "1970-01-01T00:00:00.000");
    EXPECT_EQ(utc_text(Instant(1)), "1970-01-01T00:00:00.001");
    EXPECT_EQ(utc_text(Instant(1'709'251'199'999)), "2024-02-29T23:59:59.999");
    EXPECT_EQ(utc_text(Instant(253'402'300'799'999)), "9999-12-31T23:59:59.999");
}

TEST(TimeText, SortsLikeTimes) {
    EXPECT_LT(utc_text(Instant(999)), utc_text(Instant(1'000)));
    EXPECT_LT(utc_text(Instant(86'399'999)), utc_text(Instant(86'400'000)));
    EXPECT_LT(utc_text(Instant(946'684'799'999)), utc_text(Instant(946'684'800'000)));
}

}  // namespace
}  // namespace stator::protocol
