#include "engine/storage/partition_locks.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace stator::engine::storage {
namespace {

TEST(PartitionLocks, LockAPartitionOnceForSeveralPlaces) {
    PartitionSet table(2, 0);
    PartitionSet index(2, 0);
    for (int i = 0; i < 2; ++i) {
        const PartitionLocks locks({{&index, 1}, {&table, UINT64_MAX}, {&index, 2}, {&index, 1}});
        // Other partitions are not locked.
        const LockedPartition other_half(index, UINT64_MAX);
        const LockedPartition other_table(table, 0);
        EXPECT_TRUE(other_half->range().contains(UINT64_MAX));
    }
    const LockedPartition free_again(index, 1);
    EXPECT_TRUE(free_again->range().contains(1));
}

TEST(PartitionLocks, LockAllPartitionsOfSeveralSetsByAscendingRank) {
    PartitionSet table(2, 0);
    PartitionSet other(1, 0);
    table.split(5);
    const std::vector<const PartitionSet*> sets{&other, &table};
    const PartitionLocks locks(sets);
    std::vector<Partition*> expected = table.all();
    expected.push_back(other.all().front());
    std::sort(expected.begin(), expected.end(), [](const Partition* a, const Partition* b) {
        return a->lock_rank() < b->lock_rank();
    });
    EXPECT_EQ(std::vector(locks.locked().begin(), locks.locked().end()), expected);
}

// A thread that locks all partitions waits at the first one while the last one is split repeatedly.
TEST(PartitionLocks, LockPartitionsThatASplitAdds) {
    constexpr std::uint64_t kSplits = 50;
    for (int round = 0; round < 20; ++round) {
        PartitionSet table(2, 0);
        const PartitionSet* const sets[] = {&table};
        std::atomic<bool> begins = false;
        std::size_t locked = 0;
        std::thread locking;
        {
            const LockedPartition first(table, 0);
            locking = std::thread([&] {
                begins = true;
                locked = PartitionLocks(sets).locked().size();
            });
            while (!begins) std::this_thread::yield();
            for (std::uint64_t i = 0; i < kSplits; ++i) table.split(UINT64_MAX - i);
        }
        locking.join();
        EXPECT_EQ(locked, 2 + kSplits);
    }
}

TEST(PartitionLocks, ExcludeOtherThreadsInAnyOrderAndDuringSplits) {
    constexpr std::uint64_t kRounds = 300;
    PartitionSet table(2, 0);
    PartitionSet index(2, 0);
    std::uint64_t rounds = 0;
    const auto work = [&](const PartitionPlaces& places) {
        for (std::uint64_t i = 0; i < kRounds; ++i) {
            const PartitionLocks locks(places);
            ++rounds;
        }
    };
    std::vector<std::thread> threads;
    threads.emplace_back(work, PartitionPlaces{{&table, 5}, {&index, UINT64_MAX}});
    threads.emplace_back(work, PartitionPlaces{{&index, UINT64_MAX}, {&table, 5}});
    threads.emplace_back([&] {
        for (std::uint64_t i = 0; i < 50; ++i) table.split(1'000 - i);
    });
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(rounds, 2 * kRounds);
    EXPECT_EQ(table.all().size(), 52u);
}

}  // namespace
}  // namespace stator::engine::storage
