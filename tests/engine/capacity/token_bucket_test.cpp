#include "engine/capacity/token_bucket.hpp"

#include <gtest/gtest.h>

namespace stator::engine::capacity {
namespace {

constexpr Instant kStart{1'700'000'000'000};

TEST(TokenBucket, StartsFull) {
    TokenBucket bucket(10, 300, kStart);
    EXPECT_DOUBLE_EQ(bucket.level(kStart), 3'000);
    EXPECT_DOUBLE_EQ(bucket.capacity(), 3'000);
}

TEST(TokenBucket, LastsForTheBurstAndThenForTheRate) {
    TokenBucket bucket(10, 300, kStart);
    bucket.take(2'999, kStart);
    EXPECT_TRUE(bucket.has_tokens(kStart));
    bucket.take(1, kStart);
    EXPECT_FALSE(bucket.has_tokens(kStart));
    EXPECT_DOUBLE_EQ(bucket.level(kStart + 1'000), 10);
    EXPECT_DOUBLE_EQ(bucket.level(kStart + 60'000), 600);
}

TEST(TokenBucket, KeepsNoMoreThanTheBurst) {
    TokenBucket bucket(10, 300, kStart);
    bucket.take(100, kStart);
    EXPECT_DOUBLE_EQ(bucket.level(kStart + 3'600'000), 3'000);
}

TEST(TokenBucket, LetsOneRequestOverdrawAndPaysItBack) {
    TokenBucket bucket(10, 1, kStart);
    bucket.take(40, kStart);
    EXPECT_DOUBLE_EQ(bucket.level(kStart), -30);
    EXPECT_FALSE(bucket.has_tokens(kStart + 3'000));
    EXPECT_TRUE(bucket.has_tokens(kStart + 3'001));
}

TEST(TokenBucket, RefillsNothingWhileTheClockStandsStill) {
    TokenBucket bucket(10, 1, kStart);
    bucket.take(10, kStart);
    for (int i = 0; i < 1'000; ++i) EXPECT_FALSE(bucket.has_tokens(kStart));
}

TEST(TokenBucket, GoesOnFromATimeThatWentBack) {
    TokenBucket bucket(10, 300, kStart);
    bucket.take(3'000, kStart);
    EXPECT_DOUBLE_EQ(bucket.level(kStart - 3'600'000), 0);
    EXPECT_DOUBLE_EQ(bucket.level(kStart - 3'599'000), 10);
}

TEST(TokenBucket, StaysAsFullUnderAnotherRate) {
    TokenBucket bucket(10, 300, kStart);
    bucket.take(1'500, kStart);
    bucket.set_rate(100, 300, kStart);
    EXPECT_DOUBLE_EQ(bucket.level(kStart), 15'000);
    bucket.set_rate(1, 300, kStart);
    EXPECT_DOUBLE_EQ(bucket.level(kStart), 150);
}

TEST(TokenBucket, RefillsAtTheOldRateUntilItChanges) {
    TokenBucket bucket(10, 300, kStart);
    bucket.take(3'000, kStart);
    bucket.set_rate(10, 600, kStart + 1'000);
    EXPECT_DOUBLE_EQ(bucket.level(kStart + 1'000), 20);
    EXPECT_DOUBLE_EQ(bucket.level(kStart + 2'000), 30);
}

TEST(TokenBucket, KeepsItsDebtUnderAnotherRate) {
    TokenBucket bucket(10, 300, kStart);
    bucket.take(3'050, kStart);
    bucket.set_rate(100, 300, kStart);
    EXPECT_DOUBLE_EQ(bucket.level(kStart), -50);
    EXPECT_TRUE(bucket.has_tokens(kStart + 501));
}

}  // namespace
}  // namespace stator::engine::capacity
