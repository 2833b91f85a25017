#include "engine/stream/adversity.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/stream/adversity_switch.hpp"

namespace stator::engine::stream {
namespace {

using protocol::model::StreamPosition;

constexpr std::uint64_t kSalt = 11;
constexpr std::uint64_t kCommits = 1'000;

Adversity everything() {
    Adversity adversity;
    adversity.lag = Distribution::uniform(0, 1'000);
    adversity.empty_pages = 0.3;
    adversity.page_records = 5;
    adversity.shard_records = 10;
    adversity.listed_shards = 2;
    adversity.iterator_age = Distribution::uniform(0, 60'000);
    return adversity;
}

// The lags of the first records, as a sample of all random choices.
std::vector<std::int64_t> lags(const Chances& chances, std::uint64_t salt = kSalt) {
    std::vector<std::int64_t> lags;
    for (std::uint64_t commit = 1; commit <= 20; ++commit) {
        lags.push_back(chances.lag_ms(salt, {commit, 0}));
    }
    return lags;
}

TEST(Chances, DependOnlyOnSeedShardAndPosition) {
    const Chances chances(everything(), 7);
    EXPECT_EQ(lags(chances), lags(Chances(everything(), 7)));
    EXPECT_NE(lags(chances), lags(Chances(everything(), 8)));
    EXPECT_NE(lags(chances), lags(chances, kSalt + 1));
    EXPECT_NE(chances.lag_ms(kSalt, {3, 0}), chances.lag_ms(kSalt, {3, 1}));
}

TEST(Chances, NothingHappensWithoutAdversity) {
    const Chances none(Adversity(), 7);
    EXPECT_FALSE(none.adversity().is_any());
    for (std::uint64_t commit = 1; commit <= kCommits; ++commit) {
        const StreamPosition position{commit, 0};
        EXPECT_EQ(none.lag_ms(kSalt, position), 0);
        EXPECT_FALSE(none.empties_page(kSalt, position));
        EXPECT_FALSE(none.delays_end(kSalt, position));
        EXPECT_EQ(none.page_limit(kSalt, position, 1'000), 1'000u);
        EXPECT_EQ(none.iterator_age_ms(kSalt, position), 0);
    }
    EXPECT_EQ(none.shard_life(kSalt, 4), 0u);
}

TEST(Chances, PagesHaveOneRecordUpToTheMaximum) {
    const Chances chances(everything(), 7);
    std::set<std::size_t> limits;
    for (std::uint64_t commit = 1; commit <= kCommits; ++commit) {
        limits.insert(chances.page_limit(kSalt, {commit, 0}, 1'000));
        EXPECT_LE(chances.page_limit(kSalt, {commit, 0}, 2), 2u);
    }
    EXPECT_EQ(limits, (std::set<std::size_t>{1, 2, 3, 4, 5}));
}

TEST(Chances, TheConfiguredShareOfPagesIsEmpty) {
    const Chances chances(everything(), 7);
    int empty = 0;
    for (std::uint64_t commit = 1; commit <= kCommits; ++commit) {
        empty += chances.empties_page(kSalt, {commit, 0}) ? 1 : 0;
    }
    EXPECT_NEAR(empty, 300, 60);
}

TEST(Chances, ShardsLastLongerInALongStream) {
    const Chances chances(everything(), 7);
    std::set<std::uint64_t> lives;
    int splits = 0;
    for (std::uint64_t salt = 1; salt <= kCommits; ++salt) {
        lives.insert(chances.shard_life(salt, 4));
        splits += chances.splits(salt) ? 1 : 0;
        EXPECT_EQ(chances.shard_life(salt, 64), 2 * chances.shard_life(salt, 4));
        EXPECT_EQ(chances.shard_life(salt, 200), 8 * chances.shard_life(salt, 4));
    }
    EXPECT_EQ(lives.size(), 19u);
    EXPECT_EQ(*lives.begin(), 1u);
    EXPECT_EQ(*lives.rbegin(), 19u);
    EXPECT_NEAR(splits, 500, 80);
}

TEST(AdversitySwitch, GivesChancesOnlyWithAdversity) {
    AdversitySwitch adversity(7);
    EXPECT_FALSE(adversity.is_on());
    EXPECT_FALSE(adversity.chances());
    adversity.set(everything());
    EXPECT_TRUE(adversity.is_on());
    EXPECT_EQ(adversity.adversity(), everything());
    const auto before = lags(*adversity.chances());
    adversity.reseed(8);
    EXPECT_NE(lags(*adversity.chances()), before);
    adversity.reseed(7);
    EXPECT_EQ(lags(*adversity.chances()), before);
    adversity.set({});
    EXPECT_FALSE(adversity.chances());
}

}  // namespace
}  // namespace stator::engine::stream
