#include "engine/capacity/token_bucket.hpp"

#include <gtest/gtest.h>

namespace stator::engine::capacity {
namespace {

constexpr Instant kBucketStart{1'700'000'000'000};

TEST(TokenBucket, StartsFull) {
    TokenBucket bucket(10, 300, kBucketStart);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart), 3'000);
    EXPECT_DOUBLE_EQ(bucket.capacity(), 3'000);
}

TEST(TokenBucket, LastsForTheBurstAndThenForTheRate) {
    TokenBucket bucket(10, 300, kBucketStart);
    bucket.take(2'999, kBucketStart);
    EXPECT_TRUE(bucket.has_tokens(kBucketStart));
    bucket.take(1, kBucketStart);
    EXPECT_FALSE(bucket.has_tokens(kBucketStart));
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart + 1'000), 10);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart + 60'000), 600);
}

TEST(TokenBucket, KeepsNoMoreThanTheBurst) {
    TokenBucket bucket(10, 300, kBucketStart);
    bucket.take(100, kBucketStart);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart + 3'600'000), 3'000);
}

TEST(TokenBucket, LetsOneRequestOverdrawAndRecovers) {
    TokenBucket bucket(10, 1, kBucketStart);
    bucket.take(40, kBucketStart);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart), -30);
    EXPECT_FALSE(bucket.has_tokens(kBucketStart + 3'000));
    EXPECT_TRUE(bucket.has_tokens(kBucketStart + 3'001));
}

TEST(TokenBucket, DoesNotRefillWhileTheClockIsStopped) {
    TokenBucket bucket(10, 1, kBucketStart);
    bucket.take(10, kBucketStart);
    for (int i = 0; i < 1'000; ++i) EXPECT_FALSE(bucket.has_tokens(kBucketStart));
}

TEST(TokenBucket, RefillsFromAnEarlierTime) {
    TokenBucket bucket(10, 300, kBucketStart);
    bucket.take(3'000, kBucketStart);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart - 3'600'000), 0);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart - 3'599'000), 10);
}

TEST(TokenBucket, StaysAsFullUnderAnotherRate) {
    TokenBucket bucket(10, 300, kBucketStart);
    bucket.take(1'500, kBucketStart);
    bucket.set_rate(100, 300, kBucketStart);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart), 15'000);
    bucket.set_rate(1, 300, kBucketStart);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart), 150);
}

TEST(TokenBucket, RefillsAtTheOldRateUntilItChanges) {
    TokenBucket bucket(10, 300, kBucketStart);
    bucket.take(3'000, kBucketStart);
    bucket.set_rate(10, 600, kBucketStart + 1'000);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart + 1'000), 20);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart + 2'000), 30);
}

TEST(TokenBucket, KeepsItsDebtUnderAnotherRate) {
    TokenBucket bucket(10, 300, kBucketStart);
    bucket.take(3'050, kBucketStart);
    bucket.set_rate(100, 300, kBucketStart);
    EXPECT_DOUBLE_EQ(bucket.level(kBucketStart), -50);
    EXPECT_TRUE(bucket.has_tokens(kBucketStart + 501));
}

}  // namespace
}  // namespace stator::engine::capacity
