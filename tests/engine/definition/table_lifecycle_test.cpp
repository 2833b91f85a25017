// The lifecycle value: times of status changes, several changes at the same time, and resuming.
#include "engine/definition/table_lifecycle.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/database.hpp"

namespace stator::engine::definition {
namespace {

const TableLifecycle::HasAllItems kFilled = [](const std::string&) { return true; };

using protocol::model::TableDescription;
using protocol::values::IndexStatus;
using protocol::values::TableStatus;

constexpr std::int64_t kChangeMs = 100;
constexpr StatusDelays kDelays{kChangeMs, kChangeMs};

TableDescription active_table() {
    TableDescription table;
    table.name = "tbl";
    table.status = TableStatus::Active;
    return table;
}

void add_index(TableDescription& table, const std::string& name, IndexStatus status) {
    table.global_indexes.push_back({name, {}, {}, status});
}

TEST(TableLifecycle, HasNoDueTimeWithoutPendingChanges) {
    const TableDescription table = active_table();
    TableLifecycle lifecycle(kDelays);
    lifecycle.follow(table, Instant(0));
    EXPECT_EQ(lifecycle.deadline(), kNever);
}

TEST(TableLifecycle, CreationIncludesIndexes) {
    TableDescription table = active_table();
    table.status = TableStatus::Creating;
    table.warm_throughput.target = protocol::values::CapacityUnits{20'000, 5'000};
    add_index(table, "one", IndexStatus::Creating);
    TableLifecycle lifecycle(kDelays);
    lifecycle.follow(table, Instant(5));
    EXPECT_EQ(lifecycle.deadline(), Instant(105));
    EXPECT_TRUE(lifecycle.run_due(table, Instant(104), kFilled));
    EXPECT_EQ(table.status, TableStatus::Creating);
    EXPECT_TRUE(lifecycle.run_due(table, Instant(105), kFilled));
    EXPECT_EQ(table.status, TableStatus::Active);
    EXPECT_EQ(table.global_indexes[0].status, IndexStatus::Active);
    EXPECT_EQ(table.warm_throughput.read_units_per_second, 20'000);
    EXPECT_EQ(lifecycle.deadline(), kNever);
}

TEST(TableLifecycle, DeletionEndsTheTable) {
    TableDescription table = active_table();
    table.status = TableStatus::Deleting;
    TableLifecycle lifecycle(kDelays);
    lifecycle.follow(table, Instant(0));
    EXPECT_TRUE(lifecycle.run_due(table, Instant(99), kFilled));
    EXPECT_FALSE(lifecycle.run_due(table, Instant(100), kFilled));
}

TEST(TableLifecycle, NewIndexGoesThroughThreePhases) {
    TableDescription table = active_table();
    table.status = TableStatus::Updating;
    add_index(table, "new", IndexStatus::Creating);
    TableLifecycle lifecycle(kDelays);
    lifecycle.follow(table, Instant(0));
    EXPECT_FALSE(table.global_indexes[0].is_maintained());
    EXPECT_TRUE(lifecycle.run_due(table, Instant(150), kFilled));
    EXPECT_EQ(table.status, TableStatus::Active);
    EXPECT_TRUE(table.global_indexes[0].backfilling);
    EXPECT_TRUE(table.global_indexes[0].is_maintained());
    EXPECT_EQ(lifecycle.deadline(), Instant(200)) << "counted from when the first phase was due";
    EXPECT_TRUE(lifecycle.run_due(table, Instant(200), kFilled));
    EXPECT_EQ(table.global_indexes[0].status, IndexStatus::Active);
    EXPECT_FALSE(table.global_indexes[0].backfilling);
}

TEST(TableLifecycle, ZeroDelaysCompleteAllPhases) {
    TableDescription table = active_table();
    table.status = TableStatus::Updating;
    add_index(table, "new", IndexStatus::Creating);
    TableLifecycle lifecycle(StatusDelays{});
    lifecycle.follow(table, Instant(7));
    EXPECT_TRUE(lifecycle.run_due(table, Instant(7), kFilled));
    EXPECT_EQ(table.status, TableStatus::Active);
    EXPECT_EQ(table.global_indexes[0].status, IndexStatus::Active);
}

TEST(TableLifecycle, SeveralChangesKeepTheirOwnTimes) {
    TableDescription table = active_table();
    table.status = TableStatus::Updating;
    table.pending.capacity = true;
    table.throughput.target = protocol::values::CapacityUnits{7, 8};
    TableLifecycle lifecycle(kDelays);
    lifecycle.follow(table, Instant(0));
    add_index(table, "old", IndexStatus::Deleting);
    lifecycle.follow(table, Instant(50));
    const std::vector<Transition> expected{
        {TransitionKind::Capacity, "", Instant(100)},
        {TransitionKind::IndexDeletion, "old", Instant(150)}};
    EXPECT_EQ(lifecycle.pending(), expected);
    EXPECT_TRUE(lifecycle.run_due(table, Instant(100), kFilled));
    EXPECT_EQ(table.throughput.write_capacity_units, 8);
    EXPECT_EQ(table.warm_throughput.write_units_per_second, 8);
    EXPECT_EQ(table.status, TableStatus::Updating) << "the index is still going";
    EXPECT_TRUE(lifecycle.run_due(table, Instant(150), kFilled));
    EXPECT_EQ(table.status, TableStatus::Active);
    EXPECT_TRUE(table.global_indexes.empty());
}

TEST(TableLifecycle, ForgetsChangesThatWereReplaced) {
    TableDescription table = active_table();
    add_index(table, "new", IndexStatus::Creating);
    table.global_indexes[0].backfilling = true;
    TableLifecycle lifecycle(kDelays);
    lifecycle.follow(table, Instant(0));
    table.global_indexes[0].status = IndexStatus::Deleting;
    lifecycle.follow(table, Instant(60));
    const std::vector<Transition> expected{{TransitionKind::IndexDeletion, "new", Instant(160)}};
    EXPECT_EQ(lifecycle.pending(), expected);
}

TEST(TableLifecycle, SmallChangesLeaveTheTableActive) {
    TableDescription table = active_table();
    table.pending.encryption = true;
    table.warm_throughput.target = protocol::values::CapacityUnits{1, 2};
    add_index(table, "idx", IndexStatus::Updating);
    table.global_indexes[0].throughput.target = protocol::values::CapacityUnits{3, 4};
    table.global_indexes[0].warm_throughput.target = protocol::values::CapacityUnits{30, 40};
    TableLifecycle lifecycle(kDelays);
    lifecycle.follow(table, Instant(0));
    EXPECT_EQ(lifecycle.pending().size(), 4U);
    EXPECT_TRUE(lifecycle.run_due(table, Instant(100), kFilled));
    EXPECT_FALSE(table.pending.encryption);
    EXPECT_EQ(table.warm_throughput.write_units_per_second, 2);
    EXPECT_EQ(table.global_indexes[0].status, IndexStatus::Active);
    EXPECT_EQ(table.global_indexes[0].throughput.read_capacity_units, 3);
    EXPECT_EQ(table.global_indexes[0].warm_throughput.read_units_per_second, 30);
}

TEST(TableLifecycle, TableClassIsStampedWhenItChanges) {
    TableDescription table = active_table();
    table.status = TableStatus::Updating;
    table.pending.table_class = protocol::values::TableClass::StandardInfrequentAccess;
    TableLifecycle lifecycle(kDelays);
    lifecycle.follow(table, Instant(1));
    EXPECT_TRUE(lifecycle.run_due(table, Instant(999), kFilled));
    EXPECT_EQ(table.table_class, protocol::values::TableClass::StandardInfrequentAccess);
    EXPECT_EQ(table.table_class_update, Instant(101));
    EXPECT_EQ(table.status, TableStatus::Active);
}

TEST(TableLifecycle, IndexesMayHaveTheirOwnDelay) {
    TableDescription table = active_table();
    table.status = TableStatus::Creating;
    add_index(table, "of the table", IndexStatus::Creating);
    TableLifecycle lifecycle(StatusDelays{.table_ms = 0, .index_ms = kChangeMs});
    lifecycle.follow(table, Instant(5));
    EXPECT_TRUE(lifecycle.run_due(table, Instant(5), kFilled));
    EXPECT_EQ(table.status, TableStatus::Active);
    EXPECT_EQ(table.global_indexes[0].status, IndexStatus::Active);

    add_index(table, "added", IndexStatus::Creating);
    table.status = TableStatus::Updating;
    lifecycle.follow(table, Instant(5));
    EXPECT_EQ(lifecycle.deadline(), Instant(105));
}

TEST(TableLifecycle, EngineHasASeparateDelayForIndexes) {
    stator::testing::Database database(EngineOptions{.index_delay_ms = kChangeMs});
    database.create_table("Tab", "pk:S");
    const std::string table = R"({"TableName":"Tab"})";
    EXPECT_EQ(database.member("DescribeTable", table, "TableStatus"), "ACTIVE");
    database.run(
        "UpdateTable",
        R"({"TableName":"Tab","AttributeDefinitions":[{"AttributeName":"g","AttributeType":"S"}],)"
        R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"late","KeySchema":[)"
        R"({"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}]})"
    );
    EXPECT_EQ(database.member("DescribeTable", table, "IndexStatus"), "CREATING");
    for (int phase = 0; phase < 2; ++phase) {
        database.clock().advance(kChangeMs);
        database.universe().run_due();
    }
    EXPECT_EQ(database.member("DescribeTable", table, "IndexStatus"), "ACTIVE");
}

}  // namespace
}  // namespace stator::engine::definition
