#include "engine/storage/partition.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/storage/stored_item.hpp"

namespace stator::engine::storage {
namespace {

void put(Tree& tree, std::uint64_t hash, const std::string& pk, bool history = false) {
    const auto image = item(pk, "s", pk);
    tree.install({hash, image->pk(), image->sk()}, Record(image), stamp(2), history);
}

TEST(PartitionSet, CoversEveryHashOnceAndSplits) {
    PartitionSet set(4, 1);
    const std::uint64_t middle = 1ULL << 61;
    {
        const LockedPartition partition(set, middle);
        for (const std::uint64_t hash : {middle - 1, middle, middle + 1}) {
            const auto image = item("p" + std::to_string(hash), "s", "x");
            partition->items().install({hash, image->pk(), image->sk()}, Record(image), {}, false);
        }
    }
    set.split(middle);
    EXPECT_EQ(set.all().size(), 5u);
    std::uint64_t next = 0;
    std::size_t items = 0;
    for (Partition* partition : set.all()) {
        EXPECT_EQ(partition->range().first, next);
        next = partition->range().last + 1;
        items += static_cast<std::size_t>(partition->items().item_count());
    }
    EXPECT_EQ(next, 0u);
    EXPECT_EQ(items, 3u);
    const LockedPartition upper(set, middle);
    EXPECT_EQ(upper->range().first, middle);
    EXPECT_EQ(upper->items().item_count(), 2);
}

TEST(PartitionSet, FindsThePartitionOfAHash) {
    for (const std::size_t count : {1u, 3u, 4u, 7u}) {
        const PartitionSet set(count, 0);
        ASSERT_EQ(set.all().size(), count);
        for (Partition* partition : set.all()) {
            EXPECT_EQ(&set.find(partition->range().first), partition);
            EXPECT_EQ(&set.find(partition->range().last), partition);
        }
        EXPECT_EQ(&set.find(UINT64_MAX), set.all().back());
    }
}

TEST(PartitionSet, SplitsAnIndexWithItsItems) {
    PartitionSet set(1, 1);
    put(set.find(0).local_index(0), 10, "low");
    put(set.find(0).local_index(0), 20, "high");
    int observed = 0;
    set.split(20, [&](Partition& lower, Partition& upper) {
        ++observed;
        EXPECT_LT(lower.id(), upper.id());
        EXPECT_EQ(lower.range().last, 19u);
    });
    EXPECT_EQ(observed, 1);
    EXPECT_EQ(set.find(19).local_index(0).item_count(), 1);
    EXPECT_EQ(set.find(20).local_index(0).item_count(), 1);
}

TEST(PartitionSet, DoesNotSplitAtTheBeginningOfAPartition) {
    PartitionSet set(1, 0);
    set.split(20);
    set.split(20, [](Partition&, Partition&) { FAIL(); });
    set.split(0, [](Partition&, Partition&) { FAIL(); });
    EXPECT_EQ(set.all().size(), 2u);
}

TEST(PartitionSet, IsCopiedWithoutFormerVersions) {
    PartitionSet set(1, 1);
    set.split(1'000);
    put(set.find(0).items(), 7, "a", true);
    put(set.find(0).local_index(0), 7, "a");
    const auto copy = set.copy_current();
    ASSERT_EQ(copy->all().size(), 2u);
    Partition& partition = copy->find(7);
    EXPECT_NE(&partition, &set.find(7));
    EXPECT_EQ(partition.range(), set.find(7).range());
    EXPECT_EQ(data_of(partition.items().find({7, "a", "s"})), "a");
    EXPECT_EQ(partition.local_index(0).item_count(), 1);
    EXPECT_TRUE(set.find(7).items().has_history());
    EXPECT_FALSE(partition.items().has_history());
}

TEST(Partition, PrunesItsItemsAndItsIndexes) {
    PartitionSet set(1, 1);
    Partition& partition = set.find(0);
    put(partition.items(), 7, "a", true);
    put(partition.local_index(0), 7, "a", true);
    partition.prune(at(1));
    EXPECT_TRUE(partition.items().has_history());
    partition.prune(ReadPoint{});
    EXPECT_FALSE(partition.items().has_history());
    EXPECT_FALSE(partition.local_index(0).has_history());
}

}  // namespace
}  // namespace stator::engine::storage
