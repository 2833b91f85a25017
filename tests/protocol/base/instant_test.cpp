#include "protocol/base/instant.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace stator::protocol {
namespace {

TEST(Instant, MovesByMilliseconds) {
    constexpr Instant kNoon(43'200'000);
    EXPECT_EQ(kNoon + 5, Instant(43'200'005));
    EXPECT_EQ(kNoon - 5, Instant(43'199'995));
    EXPECT_EQ((kNoon + 7) - kNoon, 7);
    Instant moved = kNoon;
    EXPECT_EQ(++moved - kNoon, 1);
    EXPECT_EQ(Instant().unix_ms(), 0);
}

TEST(Instant, IsBetweenBeforeAllAndNever) {
    for (const Instant time : {Instant(-1), Instant(), Instant(253'402'300'799'999)}) {
        EXPECT_LT(kBeforeAll, time);
        EXPECT_LT(time, kNever);
    }
}

TEST(Instant, IsNotConvertibleToANumber) {
    static_assert(!std::is_convertible_v<std::int64_t, Instant>);
    static_assert(!std::is_convertible_v<Instant, std::int64_t>);
}

}  // namespace
}  // namespace stator::protocol
