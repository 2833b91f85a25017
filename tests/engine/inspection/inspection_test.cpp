#include "engine/inspection/inspection.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/database.hpp"

namespace stator::engine::inspection {
namespace {

using ::testing::Contains;
using testing::item;
using testing::number;
using testing::put;
using testing::text;

const std::string kIndex =
    R"("GlobalSecondaryIndexes":[{"IndexName":"by_n","KeySchema":[{"AttributeName":"n",)"
    R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}])";

TEST(Inspection, PartitionsCoverEveryHashOnce) {
    testing::Database database;
    database.create_table("Tab", "pk:S", "n:N", kIndex);
    database.create_table("Other", "pk:S");
    std::uint64_t next = 0;
    std::size_t of_index = 0;
    for (const PartitionState& state : inspect_partitions(database.universe(), "Tab")) {
        EXPECT_EQ(state.table, "Tab");
        if (state.index == "by_n") ++of_index;
        if (!state.index.empty()) continue;
        EXPECT_EQ(state.range.first, next);
        next = state.range.last + 1;
    }
    EXPECT_EQ(next, 0U);  // past the last hash
    EXPECT_GT(of_index, 0U);
}

TEST(Inspection, AnItemAndItsIndexEntryAreInDifferentPartitions) {
    testing::Database database;
    database.create_table("Tab", "pk:S", "n:N", kIndex);
    database.run(put("Tab", item({{"pk", text("ann")}, {"n", number(7)}})));
    database.run(put("Tab", item({{"pk", text("bob")}})));
    std::int64_t items = 0;
    std::int64_t entries = 0;
    std::vector<std::string> keys;
    for (const PartitionState& state : inspect_partitions(database.universe())) {
        (state.index.empty() ? items : entries) += state.items;
        EXPECT_EQ(state.bytes > 0, state.items > 0);
        keys.insert(keys.end(), state.keys.begin(), state.keys.end());
    }
    EXPECT_EQ(items, 2);
    EXPECT_EQ(entries, 1);
    EXPECT_THAT(keys, Contains("ann"));
    EXPECT_THAT(keys, Contains("bob"));
    EXPECT_THAT(keys, Contains("7"));
}

TEST(Inspection, APartitionKnowsWhatItHasSplitFrom) {
    testing::Database database;
    database.create_table("Tab", "pk:S", "n:N", kIndex);
    const auto table = database.universe().regions().front().catalog->tables().front();
    const Instant now = database.clock().now();
    const auto halves = table->split_partition("", 1'000, now + 5);
    const auto of_index = table->split_partition("by_n", 2'000, now + 6);
    ASSERT_TRUE(halves && of_index);
    std::size_t split = 0;
    for (const PartitionState& state : inspect_partitions(database.universe())) {
        if (!state.origin) continue;
        ++split;
        const auto& [lower, upper] = state.index.empty() ? *halves : *of_index;
        EXPECT_EQ(state.origin->from, lower);
        EXPECT_EQ(state.id, upper);
        EXPECT_EQ(state.origin->at, now + (state.index.empty() ? 5 : 6));
        EXPECT_EQ(state.range.first, state.index.empty() ? 1'000U : 2'000U);
    }
    EXPECT_EQ(split, 2U);
}

}  // namespace
}  // namespace stator::engine::inspection
