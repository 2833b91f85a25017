#include "engine/consistency/connection_ordinals.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>

namespace stator::engine::consistency {
namespace {

TEST(ConnectionOrdinals, CountsByTheFirstTime) {
    ConnectionOrdinals ordinals;
    EXPECT_EQ(ordinals.of(70), 1U);
    EXPECT_EQ(ordinals.of(12), 2U);
    EXPECT_EQ(ordinals.of(40), 3U);
    EXPECT_EQ(ordinals.of(70), 1U);
    EXPECT_EQ(ordinals.of(12), 2U);
    EXPECT_EQ(ordinals.of(40), 3U);
    EXPECT_EQ(ordinals.of(0), 4U);
}

TEST(ConnectionOrdinals, StartsOverWhenCleared) {
    ConnectionOrdinals ordinals;
    EXPECT_EQ(ordinals.of(1), 1U);
    EXPECT_EQ(ordinals.of(2), 2U);
    ordinals.clear();
    EXPECT_EQ(ordinals.of(2), 1U);
}

TEST(ConnectionOrdinals, KnowsTheNewestOnesForSure) {
    constexpr std::uint64_t kMany = 5 * ConnectionOrdinals::kRemembered;
    ConnectionOrdinals ordinals;
    for (std::uint64_t connection = 1; connection <= kMany; ++connection) {
        ASSERT_EQ(ordinals.of(connection), connection);
        const std::uint64_t known =
            connection - std::min(connection - 1, ConnectionOrdinals::kRemembered - 1);
        ASSERT_EQ(ordinals.of(known), known);
    }
    EXPECT_EQ(ordinals.of(1), kMany + 1) << "the oldest is remembered without end";
}

}  // namespace
}  // namespace stator::engine::consistency
