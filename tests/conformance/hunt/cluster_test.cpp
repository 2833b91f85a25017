#include "conformance/hunt/cluster.hpp"

#include <gtest/gtest.h>

namespace stator::conformance::hunt {
namespace {

void add(Clusters& clusters, const Signature& signature, const std::string& body = "{}") {
    clusters.note_refusals(signature);
    if (signature.has_difference())
        clusters.add(signature, 1, {{signature.operation, body}, {}, {}});
}

TEST(Clusters, RankFirstDifferencesOnWhichTwoOthersAgree) {
    Clusters clusters;
    add(clusters, {"PutItem", "success", {"X: no", "X: no"}});
    add(clusters, {"PutItem", "success", {"X: no", ""}});
    auto ranked = clusters.ranked();
    ASSERT_EQ(ranked[Rank::Agreed].size(), 1U);
    EXPECT_EQ(ranked[Rank::Agreed].front().others, "X: no");
    EXPECT_EQ(ranked[Rank::Single].size(), 1U);
}

TEST(Clusters, LearnWhichTextsMeanTheSame) {
    Clusters clusters;
    for (int i = 0; i < 5; ++i) add(clusters, {"PutItem", "X: bad key", {"X: key is bad"}});
    for (int i = 0; i < 5; ++i) add(clusters, {"PutItem", "X: bad name", {"X: name is bad"}});
    add(clusters, {"PutItem", "X: bad key", {"X: name is bad"}});
    auto ranked = clusters.ranked();
    EXPECT_EQ(ranked[Rank::Words].size(), 2U);
    ASSERT_EQ(ranked[Rank::Single].size(), 1U) << "another order of checks";
    EXPECT_EQ(ranked[Rank::Single].front().others, "X: name is bad");
}

TEST(Clusters, DoNotTakeTwoOthersForAgreedWhoseRepliesDiffer) {
    Clusters clusters;
    const std::string alone = "reply /Count" + std::string(kAlone);
    add(clusters, {"Query", "success", {alone, alone}});
    EXPECT_TRUE(clusters.ranked()[Rank::Agreed].empty());
}

TEST(Clusters, KeepTheShortestRequest) {
    Clusters clusters;
    const Signature signature{"PutItem", "success", {"X: no"}};
    add(clusters, signature, R"({"TableName":"t"})");
    add(clusters, signature, R"({})");
    add(clusters, signature, R"({"Item":{}})");
    const auto ranked = clusters.ranked();
    const Group& group = ranked.at(Rank::Single).front();
    EXPECT_EQ(group.count, 3U);
    EXPECT_EQ(group.shortest->exemplar.request.body, "{}");
}

}  // namespace
}  // namespace stator::conformance::hunt
