#include "engine/replication/links.hpp"

#include <gtest/gtest.h>

#include <set>

namespace stator::engine::replication {
namespace {

constexpr Version numbered(std::uint64_t commit, std::uint32_t part = 0) {
    return {SequenceNumber{commit}, part};
}

TEST(Cuts, SeparateTwoRegionsInBothDirections) {
    const Cuts cuts = {{"us-east-1", "eu-west-1"}};
    EXPECT_TRUE(are_cut_off(cuts, "us-east-1", "eu-west-1"));
    EXPECT_TRUE(are_cut_off(cuts, "eu-west-1", "us-east-1"));
    EXPECT_FALSE(are_cut_off(cuts, "us-east-1", "ap-northeast-1"));
    EXPECT_FALSE(are_cut_off({}, "us-east-1", "eu-west-1"));
}

TEST(Cuts, OfOneRegionSeparateItFromAllOthers) {
    const Cuts cuts = {{"a", "b"}, {"eu-west-1"}};
    EXPECT_TRUE(are_cut_off(cuts, "us-east-1", "eu-west-1"));
    EXPECT_TRUE(are_cut_off(cuts, "eu-west-1", "ap-northeast-1"));
    EXPECT_FALSE(are_cut_off(cuts, "us-east-1", "ap-northeast-1"));
}

TEST(Links, DeliverWithin1500MillisecondsByDefault) {
    const Links links(1);
    EXPECT_TRUE(links.cuts().empty());
    EXPECT_EQ(links.most_lag_ms(), 1'500);
    std::set<std::int64_t> lags;
    for (std::uint64_t commit = 1; commit <= 200; ++commit) {
        const std::int64_t lag = links.lag_ms(numbered(commit), "eu-west-1");
        EXPECT_GE(lag, 500);
        EXPECT_LE(lag, 1'500);
        lags.insert(lag);
    }
    EXPECT_GT(lags.size(), 100U);
    EXPECT_EQ(links.overlap_ms(numbered(1)), 0);
}

TEST(Links, DrawEachLagOnlyFromTheSeedAndTheWrite) {
    Links links(1);
    const Links same(1);
    const Links other(2);
    int differ_by_seed = 0;
    int differ_by_region = 0;
    int differ_by_part = 0;
    for (std::uint64_t commit = 1; commit <= 50; ++commit) {
        const std::int64_t lag = links.lag_ms(numbered(commit), "eu-west-1");
        EXPECT_EQ(links.lag_ms(numbered(commit), "eu-west-1"), lag) << "the second call";
        EXPECT_EQ(same.lag_ms(numbered(commit), "eu-west-1"), lag);
        differ_by_seed += other.lag_ms(numbered(commit), "eu-west-1") != lag ? 1 : 0;
        differ_by_region += links.lag_ms(numbered(commit), "us-west-2") != lag ? 1 : 0;
        differ_by_part += links.lag_ms(numbered(commit, 1), "eu-west-1") != lag ? 1 : 0;
    }
    EXPECT_GT(differ_by_seed, 40);
    EXPECT_GT(differ_by_region, 40);
    EXPECT_GT(differ_by_part, 40);
    links.reseed(2);
    EXPECT_EQ(links.lag_ms(numbered(1), "eu-west-1"), other.lag_ms(numbered(1), "eu-west-1"));
}

TEST(Links, FollowTheirSettings) {
    Links links(1);
    const LinkSettings settings{
        Distribution::fixed(30), {{"us-east-1", "eu-west-1"}}, Distribution::fixed(70)};
    links.set_settings(settings);
    EXPECT_EQ(links.settings(), settings);
    EXPECT_EQ(links.lag_ms(numbered(1), "eu-west-1"), 30);
    EXPECT_EQ(links.most_lag_ms(), 30);
    EXPECT_EQ(links.overlap_ms(numbered(1)), 70);
    EXPECT_EQ(links.cuts(), settings.cuts);
}

}  // namespace
}  // namespace stator::engine::replication
