#include "engine/catalog/replica_changes.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/engine/catalog/regional_catalogs.hpp"

namespace stator::engine::catalog {
namespace {

using protocol::model::ReplicaOverrides;
using protocol::model::TableDescription;
using protocol::values::BillingMode;
using protocol::values::StreamViewType;

constexpr std::int64_t kDayMs = 86'400'000;

class ReplicaChangesTest : public RegionalCatalogs {
protected:
    std::string add(Catalog& target, const ReplicaOverrides& overrides = {}) {
        return message_of(ReplicaChanges::add({"tbl", virginia_, target}, overrides, now_));
    }

    // Removes the replica in `target` by a request in `source`.
    std::string leave(Catalog& source, Catalog& target) {
        return message_of(ReplicaChanges::remove({"tbl", source, target}, now_));
    }

    std::string change(Catalog& target, const ReplicaOverrides& overrides) {
        return message_of(ReplicaChanges::change({"tbl", virginia_, target}, overrides, now_));
    }

    ReplicaOverrides overrides_of(const std::string& region) {
        return global_tables().find("us-east-1", "tbl")->definition().find(region)->overrides;
    }
};

TEST_F(ReplicaChangesTest, AddATableInTheOtherRegion) {
    edit(virginia_, [](TableDescription& table) { table.deletion_protection = true; });
    ASSERT_EQ(add(ohio_), "");
    EXPECT_EQ(status(virginia_), "UPDATING");
    EXPECT_EQ(status(ohio_), "CREATING");
    settle();
    EXPECT_EQ(status(virginia_), "ACTIVE");
    EXPECT_EQ(status(ohio_), "ACTIVE");
    const TableDescription original = table(virginia_);
    const TableDescription replica = table(ohio_);
    EXPECT_EQ(replica.table_arn, "arn:aws:dynamodb:us-east-2:123456789012:table/tbl");
    EXPECT_EQ(replica.key_schema, original.key_schema);
    EXPECT_EQ(replica.global_indexes.size(), 1U);
    EXPECT_TRUE(replica.tags.empty());
    EXPECT_FALSE(replica.deletion_protection);
}

TEST_F(ReplicaChangesTest, EnableTheStreamsOfAllMembers) {
    EXPECT_FALSE(table(virginia_).stream.enabled);
    ASSERT_EQ(add(ohio_), "");
    for (const Catalog* catalog : {&virginia_, &ohio_}) {
        EXPECT_TRUE(table(*catalog).stream.enabled);
        EXPECT_EQ(table(*catalog).stream.view_type, StreamViewType::NewAndOldImages);
        EXPECT_NE(catalog->streams().find(table(*catalog).latest_stream_arn), nullptr);
    }
}

TEST_F(ReplicaChangesTest, AddAllTablesToOneGlobalTable) {
    ASSERT_EQ(add(ohio_), "");
    settle();
    ASSERT_EQ(add(oregon_), "");
    const auto group = global_tables().find("us-east-1", "tbl");
    ASSERT_NE(group, nullptr);
    EXPECT_EQ(group->definition().members.size(), 3U);
    for (const Catalog* catalog : {&virginia_, &ohio_, &oregon_}) {
        const auto membership = catalog->find_table("tbl")->membership();
        ASSERT_NE(membership, nullptr);
        EXPECT_EQ(membership->group, group);
    }
}

TEST_F(ReplicaChangesTest, RefuseASecondChangeDuringTheFirst) {
    ASSERT_EQ(add(ohio_), "");
    EXPECT_NE(add(ohio_), "") << "the replica is still CREATING";
    EXPECT_NE(add(oregon_), "") << "the table is still UPDATING";
    EXPECT_EQ(status(oregon_), "gone");
    settle();
    EXPECT_EQ(add(oregon_), "");
}

TEST_F(ReplicaChangesTest, RefuseARegionWithATableOfThatName) {
    create(ohio_);
    EXPECT_EQ(
        add(ohio_),
        "Failed to create a the new replica of table with name: ‘tbl’ because one or more replicas "
        "already existed as tables."
    );
    EXPECT_TRUE(global_tables().is_empty());
    EXPECT_EQ(status(virginia_), "ACTIVE");
}

TEST_F(ReplicaChangesTest, RefuseAProvisionedTable) {
    remove(virginia_);
    EXPECT_NE(add(ohio_).find("not found"), std::string::npos);
    create(virginia_, BillingMode::Provisioned);
    EXPECT_EQ(add(ohio_), "Table write capacity should either be Pay-Per-Request or AutoScaled.");
}

TEST_F(ReplicaChangesTest, ApplyTheOverridesOfAReplica) {
    ReplicaOverrides overrides;
    overrides.table_class = protocol::values::TableClass::StandardInfrequentAccess;
    overrides.kms_master_key_id = "1234";
    overrides.max_read_request_units = 40;
    overrides.read_capacity_units = 9;
    overrides.indexes["gsi"].max_read_request_units = 30;
    ASSERT_EQ(add(ohio_, overrides), "");
    const TableDescription replica = table(ohio_);
    EXPECT_EQ(replica.table_class, overrides.table_class);
    EXPECT_EQ(replica.kms_master_key_arn, "arn:aws:kms:us-east-2:123456789012:key/1234");
    EXPECT_EQ(replica.on_demand_throughput.max_read_request_units, 40);
    EXPECT_EQ(replica.global_indexes[0].on_demand_throughput.max_read_request_units, 30);
    EXPECT_EQ(replica.throughput.read_capacity_units, 0) << "the table is on demand";
    EXPECT_FALSE(table(virginia_).table_class);
    EXPECT_EQ(overrides_of("us-east-2"), overrides);
}

TEST_F(ReplicaChangesTest, RefuseOverridesOfAMissingIndex) {
    ReplicaOverrides overrides;
    overrides.indexes["none"] = {};
    EXPECT_NE(add(ohio_, overrides), "");
    EXPECT_EQ(status(ohio_), "gone");
    ASSERT_EQ(add(ohio_), "");
    settle();
    EXPECT_NE(change(ohio_, overrides), "");
}

TEST_F(ReplicaChangesTest, MergeOverrides) {
    ReplicaOverrides overrides;
    overrides.max_read_request_units = 40;
    overrides.indexes["gsi"].max_read_request_units = 30;
    ASSERT_EQ(add(ohio_, overrides), "");
    settle();
    ReplicaOverrides later;
    later.max_read_request_units = 50;
    later.indexes["gsi"].read_capacity_units = 7;
    ASSERT_EQ(change(ohio_, later), "");
    EXPECT_EQ(table(ohio_).on_demand_throughput.max_read_request_units, 50);
    const ReplicaOverrides merged = overrides_of("us-east-2");
    EXPECT_EQ(merged.max_read_request_units, 50);
    EXPECT_EQ(merged.indexes.at("gsi").max_read_request_units, 30);
    EXPECT_EQ(merged.indexes.at("gsi").read_capacity_units, 7);
    EXPECT_EQ(status(virginia_), "ACTIVE") << "overrides change immediately";
    EXPECT_NE(change(oregon_, later), "") << "it is not a replica";
}

TEST_F(ReplicaChangesTest, RemoveAReplicaAndItsTable) {
    ASSERT_EQ(add(ohio_), "");
    settle();
    ASSERT_EQ(leave(virginia_, ohio_), "");
    EXPECT_EQ(status(ohio_), "DELETING");
    EXPECT_EQ(status(virginia_), "UPDATING");
    settle();
    EXPECT_EQ(status(ohio_), "gone");
    EXPECT_EQ(status(virginia_), "ACTIVE");
    EXPECT_EQ(global_tables().find("us-east-1", "tbl"), nullptr);
    virginia_.end_global_table("tbl");
    EXPECT_TRUE(global_tables().is_empty());
    EXPECT_EQ(virginia_.find_table("tbl")->membership(), nullptr);
}

TEST_F(ReplicaChangesTest, RefuseToRemoveATableThatIsNotAReplica) {
    EXPECT_NE(leave(virginia_, ohio_), "");
    create(ohio_);
    EXPECT_NE(leave(virginia_, ohio_), "");
    EXPECT_EQ(status(ohio_), "ACTIVE");
}

TEST_F(ReplicaChangesTest, RefuseToRemoveTheSourceForADay) {
    ASSERT_EQ(add(ohio_), "");
    settle();
    EXPECT_EQ(
        leave(ohio_, virginia_),
        "Replica cannot be deleted because it has acted as a source region for new replica(s) "
        "being added to the table in the last 24 hours."
    );
    advance(kDayMs);
    EXPECT_EQ(leave(ohio_, virginia_), "");
}

TEST_F(ReplicaChangesTest, RefuseToRemoveAProtectedReplica) {
    ASSERT_EQ(add(ohio_), "");
    settle();
    edit(ohio_, [](TableDescription& table) { table.deletion_protection = true; });
    EXPECT_NE(leave(virginia_, ohio_), "");
    EXPECT_EQ(status(ohio_), "ACTIVE");
}

TEST_F(ReplicaChangesTest, SetAutoScalingOfTheGlobalTable) {
    protocol::model::GlobalTableDefinition scaling;
    scaling.table = "tbl";
    scaling.write_scaling[""] = {};
    virginia_.set_auto_scaling(scaling);
    EXPECT_TRUE(global_tables().is_empty()) << "the table is not part of a global table";
    ASSERT_EQ(add(ohio_), "");
    const std::size_t recorded = host_->batches.size();
    const JournalTicket ticket = ohio_.set_auto_scaling(scaling);
    EXPECT_EQ(ticket, ohio_.last_ticket());
    EXPECT_EQ(host_->batches.size(), recorded + 1);
    EXPECT_EQ(global_tables().find("us-east-1", "tbl")->definition().write_scaling.size(), 1U);
}

}  // namespace
}  // namespace stator::engine::catalog
