#include "engine/base/distribution.hpp"

#include <gtest/gtest.h>

#include "engine/base/seeded_random.hpp"

namespace stator::engine {
namespace {

// The mean, minimum and maximum of many draws.
struct Draws {
    double mean = 0;
    std::int64_t least = INT64_MAX;
    std::int64_t most = 0;
};

Draws draw(const Distribution& distribution) {
    constexpr int kCount = 20'000;
    Draws draws;
    for (std::uint64_t i = 0; i < kCount; ++i) {
        const std::int64_t ms = distribution.draw_ms(mix(7, i));
        draws.mean += static_cast<double>(ms) / kCount;
        draws.least = std::min(draws.least, ms);
        draws.most = std::max(draws.most, ms);
    }
    return draws;
}

TEST(Distribution, FixedAlwaysReturnsTheSameValue) {
    const Draws draws = draw(Distribution::fixed(250));
    EXPECT_EQ(draws.least, 250);
    EXPECT_EQ(draws.most, 250);
    EXPECT_EQ(Distribution::fixed(250).most_ms(), 250);
}

TEST(Distribution, UniformReachesBothBounds) {
    const Draws draws = draw(Distribution::uniform(10, 20));
    EXPECT_EQ(draws.least, 10);
    EXPECT_EQ(draws.most, 20);
    EXPECT_NEAR(draws.mean, 15, 0.2);
}

TEST(Distribution, ExponentialHasItsMeanAndAnUpperBound) {
    const auto distribution = Distribution::exponential(100);
    const Draws draws = draw(distribution);
    EXPECT_NEAR(draws.mean, 100, 3);
    EXPECT_GT(draws.most, 500);
    EXPECT_LE(draws.most, distribution.most_ms());
    EXPECT_EQ(distribution.most_ms(), 800);
}

TEST(Distribution, ZeroMeanIsAlwaysZero) {
    EXPECT_TRUE(Distribution().is_zero());
    EXPECT_TRUE(Distribution::exponential(0).is_zero());
    EXPECT_EQ(draw(Distribution::exponential(0)).most, 0);
    EXPECT_FALSE(Distribution::uniform(0, 1).is_zero());
}

}  // namespace
}  // namespace stator::engine
