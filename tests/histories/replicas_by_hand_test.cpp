// Single promises about lag, one after the other, and replicas that a test pauses or pins.
#include <gtest/gtest.h>

#include <set>

#include "engine/administration.hpp"
#include "engine/base/seeded_random.hpp"
#include "engine/universes/work/history_pruning.hpp"
#include "tests/histories/indexed_items.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::testing {
namespace {

using engine::Distribution;
using engine::consistency::ReadMode;
using Handling = engine::consistency::Consistency::Handling;

engine::EngineOptions options_of(ReadMode mode, Distribution lag) {
    engine::EngineOptions options;
    options.seed = 7;
    options.lag.tables = {mode, lag};
    options.lag.indexes = {mode, lag};
    return options;
}

// Items, reads of them, and control of the replicas.
class Cluster {
public:
    explicit Cluster(ReadMode mode = ReadMode::Latest, Distribution lag = {})
        : database_(options_of(mode, lag)), items_(database_) {}

    IndexedItems& items() { return items_; }

    engine::Engine& engine() { return database_.engine(); }

    engine::Universe& universe() { return database_.universe(); }

    void pass(std::int64_t milliseconds) { database_.clock().advance(milliseconds); }

    // Like POST /_stator/v1/consistency/… does. Index "" is the table.
    void handle(
        Handling handling,
        std::string_view index,
        engine::consistency::ReplicaSet::Which replica = {},
        std::int64_t milliseconds = 0
    ) {
        engine::Administration::ReplicaName name;
        name.table = {"", std::nullopt, "Tab"};
        name.index = index;
        name.replica = replica;
        handle(handling, name, milliseconds);
    }

    // Like handle(), but for the partition of one item.
    void handle_partition(Handling handling, std::size_t item) {
        engine::Administration::ReplicaName name;
        name.table = {"", std::nullopt, "Tab"};
        name.key = tests::item(item < 4 ? "{'pk': {'S': 'p0'}}" : "{'pk': {'S': 'p1'}}");
        handle(handling, name, 0);
    }

    void handle(
        Handling handling,
        const engine::Administration::ReplicaName& name,
        std::int64_t milliseconds
    ) {
        engine::Administration administration(engine(), universe());
        EXPECT_EQ(
            administration.handle_replicas(handling, name, milliseconds),
            engine::Administration::Lookup::Found
        );
    }

    // The number of the commit whose state a read shows, starting with `first`.
    std::optional<std::size_t> seen(ItemRead read, std::size_t first = 0, std::size_t which = 0) {
        const auto observation = IndexedItems::observe(connection_, read, which);
        return items_.history().find(observation, first, items_.history().last());
    }

    bool sees_present(ItemRead read) {
        const auto observation = IndexedItems::observe(connection_, read, 0, true);
        return items_.history().find(observation, last(), last()).has_value();
    }

    // Whether a read shows only a part of the last commit, a transaction.
    bool shows_part(ItemRead read, std::size_t which = 0) {
        const auto observation = IndexedItems::observe(connection_, read, which);
        const CommitHistory& history = items_.history();
        return !history.find(observation, last() - 1, last()) &&
               history.find_part(observation, last(), last());
    }

    // The version of one item that a connection sees.
    std::int64_t version(std::size_t item, std::uint64_t connection = 1) {
        Connection reader(database_, connection);
        return IndexedItems::observe(reader, ItemRead::Item, item).shown[item];
    }

    std::string refusal(const std::string& members) {
        return connection_.run("Query", R"({"TableName":"Tab",)" + members + "}").error;
    }

    std::size_t last() const { return items_.history().last(); }

private:
    Database database_;
    IndexedItems items_;
    Connection connection_{database_, 1};
};

constexpr std::string_view kGlobal = "all";

TEST(EventualReadsOfIndexes, RefuseStrongReadsOfGlobalIndexesOnly) {
    Cluster world(ReadMode::OldestLegal, Distribution::fixed(50));
    const std::string values = R"(,"ExpressionAttributeValues":{":v":{"S":"x"}})";
    const std::string strong = R"(,"ConsistentRead":true)" + values;
    const std::string global = R"("IndexName":"all","KeyConditionExpression":"g = :v")";
    const std::string local = R"("IndexName":"local","KeyConditionExpression":"pk = :v")";
    EXPECT_EQ(
        world.refusal(global + strong),
        "ValidationException: Consistent reads are not supported on global secondary indexes"
    );
    EXPECT_EQ(world.refusal(global + values), "");
    EXPECT_EQ(world.refusal(local + strong), "");
}

TEST(EventualReadsOfIndexes, ShowBothItemsOfATransactionOrNeither) {
    for (const ReadMode mode : {ReadMode::Lagged, ReadMode::MonotonicPerConnection}) {
        Cluster world(mode, Distribution::uniform(0, 60));
        std::set<std::size_t> states;
        std::size_t stale = 0;
        for (std::uint64_t i = 0; i < 400; ++i) {
            world.items().put_together(0, 5);
            world.pass(static_cast<std::int64_t>(engine::mix(1, i) % 30));
            for (std::size_t partition = 0; partition < IndexedItems::kGlobalPartitions;
                 ++partition) {
                const auto seen = world.seen(ItemRead::GlobalPartition, 0, partition);
                ASSERT_TRUE(seen) << "a page shows one item without the other";
                states.insert(*seen);
                if (!world.seen(ItemRead::GlobalPartition, world.last(), partition)) ++stale;
            }
        }
        EXPECT_GT(states.size(), 20U);
        EXPECT_GT(stale, 20U);
    }
}

TEST(PartsOfTransactions, AreShownToOldestLegalReadsOfSeveralItemsUntilTheLagIsOver) {
    Cluster world(ReadMode::OldestLegal, Distribution::fixed(100));
    for (const std::size_t item : {0, 1, 5}) world.items().put(item);
    world.pass(200);
    world.items().put_together(0, 1);
    for (const ItemRead read : {ItemRead::Partition, ItemRead::LocalPartition, ItemRead::Table}) {
        std::size_t parts = 0;
        std::size_t oldest = 0;
        for (int i = 0; i < 60; ++i) {
            parts += world.shows_part(read) ? 1U : 0U;
            oldest += world.seen(read, world.last() - 1).has_value() ? 1U : 0U;
            EXPECT_EQ(world.version(0), 1) << "one item alone is as old as it may be";
        }
        EXPECT_GT(parts, 5U) << static_cast<int>(read);
        EXPECT_GT(oldest, 5U) << static_cast<int>(read);
    }
    world.pass(100);
    for (int i = 0; i < 60; ++i) {
        for (const ItemRead read : {ItemRead::Partition, ItemRead::Table, ItemRead::GlobalIndex}) {
            EXPECT_EQ(world.seen(read, world.last()), world.last());
        }
    }
}

TEST(PartsOfTransactions, AreNotShownToLaterStrongReads) {
    Cluster world(ReadMode::OldestLegal, Distribution::fixed(100));
    for (int i = 0; i < 60; ++i) {
        world.items().put_together(0, 1);
        EXPECT_TRUE(world.sees_present(ItemRead::Partition));
        EXPECT_TRUE(world.sees_present(ItemRead::Table));
    }
}

TEST(ReplicasOfPartitions, AreHeldByThemselves) {
    Cluster world;
    for (const std::size_t item : {0, 5}) world.items().put(item);
    world.handle_partition(Handling::Pause, 5);
    const std::int64_t frozen = world.version(5);
    world.pass(10);
    for (const std::size_t item : {0, 5}) world.items().put(item);
    world.pass(10'000);
    EXPECT_EQ(world.version(0), frozen + 1);
    EXPECT_EQ(world.version(5), frozen);
    world.handle_partition(Handling::Drain, 5);
    EXPECT_EQ(world.version(5), frozen + 2);
    world.items().put(5);
    EXPECT_EQ(world.version(5), frozen + 2);
    world.handle(Handling::Resume, "");
    EXPECT_EQ(world.version(5), frozen + 3);
}

TEST(ReplicasOfPartitions, ContinueFromTheirStateWhenTheirPartitionSplits) {
    Cluster world(ReadMode::Latest);
    for (std::size_t item = 0; item < IndexedItems::kItems; ++item) world.items().put(item);
    const std::size_t frozen = world.last();
    world.handle(Handling::Pause, "");
    for (std::size_t item = 0; item < IndexedItems::kItems; ++item) world.items().put(item);
    const auto table = world.engine().find_table({"", std::nullopt, "Tab"});
    for (std::uint64_t i = 1; i < 16; ++i) {
        table->split_partition("", (i << 60U) + 1, world.universe().now());
    }
    world.pass(60'000);
    EXPECT_EQ(world.seen(ItemRead::Table), frozen);
    world.handle(Handling::Resume, "");
    EXPECT_EQ(world.seen(ItemRead::Table), world.last());
}

TEST(ReplicasOfPartitions, LagByDrawsOfTheirOwn) {
    Cluster world(ReadMode::Lagged, Distribution::uniform(0, 300));
    for (std::size_t item = 0; item < IndexedItems::kItems; ++item) world.items().put(item);
    world.pass(1'000);
    std::size_t apart = 0;
    for (int i = 0; i < 100; ++i) {
        world.items().put_together(0, 5);
        world.pass(40);
        if (!world.seen(ItemRead::Table)) ++apart;
    }
    EXPECT_GT(apart, 10U) << "a Scan shows all partitions at one moment";
}

TEST(EventualReadsOfIndexes, ShowWhatIsOldestUntilItsLagIsOver) {
    Cluster world(ReadMode::OldestLegal, Distribution::fixed(100));
    world.items().put_together(0, 5);
    world.pass(200);
    world.items().put(0);
    world.pass(99);
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), world.last() - 1);
    world.pass(1);
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), world.last());
}

TEST(ReplicasByHand, AreFrozenWhilePausedAndTheTableContinues) {
    Cluster world;
    world.items().put(0);
    const std::size_t frozen = world.last();
    world.handle(Handling::Pause, kGlobal);
    for (int i = 0; i < 50; ++i) {
        world.items().put(static_cast<std::size_t>(i) % IndexedItems::kItems);
        world.pass(700);
        world.universe().run_due();
        EXPECT_EQ(world.seen(ItemRead::GlobalIndex), frozen);
        EXPECT_EQ(world.seen(ItemRead::Table), world.last());
        EXPECT_TRUE(world.seen(ItemRead::LocalPartition, world.last()));
    }
    world.handle(Handling::Drain, kGlobal);
    const std::size_t drained = world.last();
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), drained);
    world.items().update(0);
    world.pass(700);
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), drained);
    world.handle(Handling::Resume, kGlobal);
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), world.last());
}

TEST(ReplicasByHand, ArePausedWithTheLagTheyHaveAndCatchUpToIt) {
    Cluster world(ReadMode::OldestLegal, Distribution::fixed(100));
    world.items().put(0);
    world.pass(60);
    world.items().put(0);
    world.pass(60);
    world.handle(Handling::Pause, "");
    const std::size_t frozen = world.last() - 1;
    world.pass(10'000);
    world.items().put(0);
    world.universe().run_due();
    EXPECT_EQ(world.seen(ItemRead::Table), frozen);
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), world.last() - 1);
    world.handle(Handling::Resume, "");
    EXPECT_EQ(world.seen(ItemRead::Table), world.last() - 1);
    world.handle(Handling::Drain, "");
    EXPECT_EQ(world.seen(ItemRead::Table), world.last());
}

TEST(ReplicasByHand, ShowThePinnedMomentUntilTheyAreUnpinned) {
    Cluster world(ReadMode::Lagged, Distribution::fixed(50));
    for (std::size_t item = 0; item < IndexedItems::kItems; ++item) world.items().put(item);
    const std::size_t pinned = world.last();
    world.handle(Handling::Pin, "");
    world.handle(Handling::Pin, kGlobal);
    for (std::size_t i = 0; i < 100; ++i) {
        const std::size_t item = i % IndexedItems::kItems;
        i % 3 == 0 ? world.items().remove(item) : world.items().put(item);
        world.pass(400);
        world.universe().run_due();
        EXPECT_EQ(world.seen(ItemRead::Table), pinned);
        EXPECT_EQ(world.seen(ItemRead::GlobalIndex), pinned);
    }
    world.handle(Handling::Unpin, "");
    EXPECT_EQ(world.seen(ItemRead::Table), world.last());
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), pinned);
    world.handle(Handling::Unpin, kGlobal);
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), world.last());
}

TEST(ReplicasByHand, ApplyTheNextMillisecondsWhenAdvanced) {
    Cluster world;
    world.items().put(0);
    const std::size_t paused = world.last();
    world.handle(Handling::Pause, kGlobal);
    for (int i = 0; i < 3; ++i) {
        world.pass(10);
        world.items().put(0);
    }
    world.pass(1'000);
    world.handle(Handling::Advance, kGlobal, {}, 10);
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), paused + 1);
    world.handle(Handling::Advance, kGlobal, {}, 15);
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), paused + 2);
    world.handle(Handling::Advance, kGlobal, {}, 5);
    EXPECT_EQ(world.seen(ItemRead::GlobalIndex), paused + 3);
}

TEST(ReplicasByHand, AreMetByTheirOwnConnectionsOnly) {
    Cluster world(ReadMode::MonotonicPerConnection, Distribution::fixed(10));
    world.items().put(0);
    world.pass(100);
    const std::int64_t before = world.version(0);
    world.handle(Handling::Pause, "", 1);
    world.items().put(0);
    world.pass(100);
    std::set<std::int64_t> versions;
    for (std::uint64_t connection = 1; connection <= 30; ++connection) {
        const std::int64_t version = world.version(0, connection);
        versions.insert(version);
        for (int i = 0; i < 5; ++i) EXPECT_EQ(world.version(0, connection), version);
    }
    EXPECT_EQ(versions, (std::set<std::int64_t>{before, before + 1}));
}

TEST(HistoryOfItems, NeverLosesAnItemThatWasAlwaysThere) {
    for (std::uint64_t seed = 1; seed <= 20; ++seed) {
        Cluster world(ReadMode::Lagged, Distribution::exponential(40));
        for (std::size_t item = 0; item < IndexedItems::kItems; ++item) world.items().put(item);
        world.pass(1'000);
        for (std::uint64_t i = 0; i < 300; ++i) {
            const std::uint64_t bits = engine::mix(seed, i);
            const std::size_t item = bits % IndexedItems::kItems;
            world.items().update(item);
            world.pass(static_cast<std::int64_t>((bits >> 8U) % 60));
            if ((bits >> 16U) % 3 == 0) world.universe().run_due();
            if ((bits >> 20U) % 7 == 0) engine::universes::work::prune_history(world.universe());
            ASSERT_NE(world.version((bits >> 32U) % IndexedItems::kItems), 0);
            const std::size_t partition = (bits >> 40U) % IndexedItems::kGlobalPartitions;
            ASSERT_TRUE(world.seen(ItemRead::GlobalPartition, IndexedItems::kItems, partition));
        }
    }
}

TEST(HistoryOfItems, IsLookedUpAlthoughRequestsOverlap) {
    Cluster world(ReadMode::OldestLegal, Distribution::fixed(200));
    world.items().put(0);
    world.pass(1'000);
    const std::size_t before = world.last();
    EXPECT_EQ(world.seen(ItemRead::Table), before);
    world.items().put(0);
    // A request that began a millisecond ago determines only now which states it may read.
    const auto table = world.engine().find_table({"", std::nullopt, "Tab"});
    const engine::consistency::ReadSource source{table->number(), "", "Tab", "", {}};
    engine::consistency::Consistency& consistency = world.universe().consistency();
    consistency.close_read(consistency.open_read(source, {world.universe().now() - 1, 2}));
    EXPECT_EQ(world.seen(ItemRead::Table), before);
}

}  // namespace
}  // namespace stator::testing
