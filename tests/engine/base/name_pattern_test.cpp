#include "engine/base/name_pattern.hpp"

#include <gtest/gtest.h>

namespace stator::engine {
namespace {

TEST(NamePattern, AStarMatchesAnyText) {
    EXPECT_TRUE(matches_name("PutItem", "PutItem"));
    EXPECT_FALSE(matches_name("PutItem", "PutItems"));
    EXPECT_TRUE(matches_name("*", ""));
    EXPECT_TRUE(matches_name("Batch*", "BatchGetItem"));
    EXPECT_FALSE(matches_name("Batch*", "GetItem"));
    EXPECT_TRUE(matches_name("*Item", "PutItem"));
    EXPECT_FALSE(matches_name("*Item", "TransactGetItems"));
    EXPECT_TRUE(matches_name("a*b*c", "a1b2b3c"));
    EXPECT_FALSE(matches_name("a*b*c", "acb"));
    EXPECT_FALSE(matches_name("ab*ba", "aba"));
    EXPECT_TRUE(matches_name("*ab*", "xxaabyy"));
}

TEST(NamePattern, TheDefaultUniverseHasTwoNames) {
    EXPECT_TRUE(matches_universe("", ""));
    EXPECT_TRUE(matches_universe("default", ""));
    EXPECT_TRUE(matches_universe("*", ""));
    EXPECT_TRUE(matches_universe("def*", ""));
    EXPECT_FALSE(matches_universe("test-*", ""));
    EXPECT_FALSE(matches_universe("", "test-1"));
    EXPECT_TRUE(matches_universe("test-*", "test-1"));
}

TEST(NamePattern, AStarDoesNotMatchTheTableAsAnIndex) {
    EXPECT_TRUE(matches_index("", ""));
    EXPECT_FALSE(matches_index("*", ""));
    EXPECT_FALSE(matches_index("", "by_day"));
    EXPECT_TRUE(matches_index("*", "by_day"));
    EXPECT_TRUE(matches_index("by_*", "by_day"));
}

}  // namespace
}  // namespace stator::engine
