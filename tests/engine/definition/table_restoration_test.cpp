#include "engine/definition/table_restoration.hpp"

#include <gtest/gtest.h>

#include <string>

#include "engine/definition/table_creation.hpp"
#include "tests/engine/definition/edited_table.hpp"

namespace stator::engine::definition {
namespace {

using protocol::model::TableDescription;
using protocol::model::VectorIndex;
using protocol::operations::backups::RestoreOverrides;
using protocol::operations::tables::GlobalIndexRequest;
using protocol::values::AttributeType;
using protocol::values::BillingMode;
using protocol::values::CapacityUnits;
using protocol::values::IndexStatus;
using protocol::values::KeyType;

// Restores the table of EditedTables, which has 5/5 units; its index has 3/3 units.
class TableRestorationTest : public EditedTables {
protected:
    TableRestorationTest() {
        table_.attribute_definitions = {
            {"g", AttributeType::String},
            {"l", AttributeType::String},
            {"n", AttributeType::Number},
            {"pk", AttributeType::String}};
        table_.throughput.read_capacity_units = 5;
        table_.throughput.write_capacity_units = 5;
        table_.global_indexes[0].throughput.read_capacity_units = 3;
        table_.global_indexes[0].throughput.write_capacity_units = 3;
        table_.local_indexes = {{"lsi", {{"pk", KeyType::Hash}, {"l", KeyType::Range}}, {}}};
    }

    protocol::Result<Restoration> restored(const RestoreOverrides& overrides = {}) const {
        return restored_table(
            table_, overrides, {"copy", "id", scope_, {"", table_.table_arn, now_}}, now_ + 9
        );
    }

    std::string refusal(const RestoreOverrides& overrides) const {
        return message_of(restored(overrides));
    }

    // The global index as a restore request with another name.
    GlobalIndexRequest wanted(const std::string& name) const {
        GlobalIndexRequest index;
        index.name = name;
        index.key_schema = table_.global_indexes[0].key_schema;
        index.projection = table_.global_indexes[0].projection;
        return index;
    }

    void make_on_demand() {
        table_.billing_mode = BillingMode::PayPerRequest;
        table_.throughput = {};
        table_.global_indexes[0].throughput = {};
    }
};

TEST_F(TableRestorationTest, KeepsKeysIndexesBillingAndEncryption) {
    table_.partitions = 8;
    table_.global_indexes[0].partitions = 4;
    table_.kms_master_key_arn = "key";
    const TableDescription table = restored()->table;
    EXPECT_EQ(table.name, "copy");
    EXPECT_EQ(table.table_id, "id");
    EXPECT_EQ(table.table_arn, "arn:aws:dynamodb:us-east-1:123456789012:table/copy");
    EXPECT_EQ(table.status, protocol::values::TableStatus::Creating);
    EXPECT_EQ(table.creation_time, now_ + 9);
    EXPECT_EQ(table.key_schema, table_.key_schema);
    EXPECT_EQ(table.attribute_definitions, table_.attribute_definitions);
    EXPECT_EQ(table.local_indexes, table_.local_indexes);
    ASSERT_EQ(table.global_indexes.size(), 1U);
    EXPECT_EQ(table.global_indexes[0].key_schema, table_.global_indexes[0].key_schema);
    EXPECT_EQ(table.global_indexes[0].throughput.write_capacity_units, 3);
    EXPECT_EQ(table.global_indexes[0].status, IndexStatus::Creating);
    EXPECT_EQ(table.global_indexes[0].partitions, 4);
    EXPECT_EQ(table.throughput.read_capacity_units, 5);
    EXPECT_EQ(table.partitions, 8);
    EXPECT_EQ(table.kms_master_key_arn, "key");
    ASSERT_TRUE(table.restore);
    EXPECT_EQ(table.restore->source_table_arn, table_.table_arn);
}

TEST_F(TableRestorationTest, DropsTheSettingsThatArePerTable) {
    enable_stream(table_, protocol::values::StreamViewType::NewImage, now_);
    table_.time_to_live_attribute = "at";
    table_.recovery = {now_, 35};
    table_.tags = {{"k", "v"}};
    table_.deletion_protection = true;
    table_.table_class = protocol::values::TableClass::StandardInfrequentAccess;
    const TableDescription table = restored()->table;
    EXPECT_FALSE(table.stream.enabled);
    EXPECT_EQ(table.latest_stream_arn, "");
    EXPECT_EQ(table.time_to_live_attribute, "");
    EXPECT_FALSE(table.recovery);
    EXPECT_TRUE(table.tags.empty());
    EXPECT_FALSE(table.deletion_protection);
    EXPECT_FALSE(table.table_class);
}

TEST_F(TableRestorationTest, MatchesIndexesByTheirKeysNotByTheirNames) {
    RestoreOverrides overrides;
    overrides.global_indexes = {wanted("renamed")};
    (*overrides.global_indexes)[0].throughput = CapacityUnits{1, 2};
    const auto restoration = restored(overrides);
    ASSERT_TRUE(restoration) << refusal(overrides);
    EXPECT_EQ(restoration->table.global_indexes[0].name, "renamed");
    EXPECT_EQ(restoration->table.global_indexes[0].throughput.write_capacity_units, 2);
    EXPECT_EQ(restoration->origins, (IndexOrigins{{"lsi", "lsi"}, {"renamed", "gsi"}}));
}

TEST_F(TableRestorationTest, RefusesAnUnknownIndex) {
    const std::string not_recorded =
        " does not match a secondary index that existed in the source table and cannot be created "
        "during the restore operation";
    RestoreOverrides overrides;
    overrides.global_indexes = {wanted("gsi")};
    (*overrides.global_indexes)[0].throughput = CapacityUnits{1, 1};
    (*overrides.global_indexes)[0].key_schema.pop_back();
    EXPECT_EQ(refusal(overrides), "Invalid Request: Index gsi" + not_recorded);
    overrides = {};
    overrides.local_indexes = {{"other", {{"pk", KeyType::Hash}, {"n", KeyType::Range}}, {}}};
    EXPECT_EQ(refusal(overrides), "Invalid Request: Index other" + not_recorded);
}

TEST_F(TableRestorationTest, DropsUnusedAttributeDefinitions) {
    RestoreOverrides overrides;
    overrides.global_indexes.emplace();
    const auto restoration = restored(overrides);
    EXPECT_EQ(
        restoration->table.attribute_definitions,
        (std::vector<protocol::values::AttributeDefinition>{
            {"l", AttributeType::String}, {"pk", AttributeType::String}})
    );
    EXPECT_EQ(restoration->origins, (IndexOrigins{{"lsi", "lsi"}}));
}

TEST_F(TableRestorationTest, DropsADeletingIndex) {
    table_.global_indexes[0].status = IndexStatus::Deleting;
    EXPECT_TRUE(restored()->table.global_indexes.empty());
    RestoreOverrides overrides;
    overrides.global_indexes = {wanted("gsi")};
    (*overrides.global_indexes)[0].throughput = CapacityUnits{1, 1};
    EXPECT_NE(refusal(overrides), "");
}

TEST_F(TableRestorationTest, SwitchesToOnDemandWithoutUnits) {
    RestoreOverrides overrides;
    overrides.billing_mode = BillingMode::PayPerRequest;
    const TableDescription table = restored(overrides)->table;
    EXPECT_EQ(table.billing_mode, BillingMode::PayPerRequest);
    EXPECT_EQ(table.throughput.read_capacity_units, 0);
    EXPECT_EQ(table.global_indexes[0].throughput.read_capacity_units, 0);
    overrides.throughput = CapacityUnits{1, 1};
    EXPECT_EQ(
        refusal(overrides),
        "Invalid Request: Cannot override ProvisionedThroughput unless BillingMode is PROVISIONED"
    );
}

TEST_F(TableRestorationTest, SwitchesToProvisionedOnlyWithUnitsForEachIndex) {
    make_on_demand();
    RestoreOverrides overrides;
    overrides.billing_mode = BillingMode::Provisioned;
    overrides.throughput = CapacityUnits{8, 9};
    const std::string required =
        "Invalid Request: Must specify provisioned throughput for index gsi";
    EXPECT_EQ(refusal(overrides), required);
    overrides.global_indexes = {wanted("gsi")};
    EXPECT_EQ(refusal(overrides), required);
    (*overrides.global_indexes)[0].throughput = CapacityUnits{1, 2};
    const TableDescription table = restored(overrides)->table;
    EXPECT_EQ(table.throughput.write_capacity_units, 9);
    EXPECT_EQ(table.global_indexes[0].throughput.write_capacity_units, 2);
}

TEST_F(TableRestorationTest, AllowsMaximaOnlyOnDemand) {
    RestoreOverrides overrides;
    overrides.on_demand_throughput.max_write_request_units = 7;
    EXPECT_EQ(
        refusal(overrides),
        "Invalid Request: Cannot override MaxWriteRequestUnits for OnDemandThroughput unless "
        "BillingModeOverride is PAY_PER_REQUEST"
    );
    make_on_demand();
    table_.on_demand_throughput.max_read_request_units = 4;
    EXPECT_EQ(restored()->table.on_demand_throughput.max_read_request_units, 4);
    EXPECT_EQ(restored(overrides)->table.on_demand_throughput, overrides.on_demand_throughput)
        << "the overrides replace both maxima";
}

TEST_F(TableRestorationTest, OverridesEncryption) {
    table_.kms_master_key_arn = "key";
    RestoreOverrides overrides;
    overrides.encryption = {false, {}};
    EXPECT_FALSE(restored(overrides)->table.kms_master_key_arn);
    overrides.encryption = {true, "1234"};
    EXPECT_EQ(
        restored(overrides)->table.kms_master_key_arn, "arn:aws:kms:us-east-1:123456789012:key/1234"
    );
}

TEST_F(TableRestorationTest, KeepsVectorIndexesOnlyOnDemand) {
    VectorIndex index;
    index.name = "near";
    index.vector_attribute = "v";
    index.dimensions = 3;
    index.status = IndexStatus::Active;
    table_.vector_indexes = {index};
    EXPECT_NE(refusal({}), "");
    make_on_demand();
    const auto restoration = restored();
    ASSERT_TRUE(restoration);
    EXPECT_EQ(restoration->table.vector_indexes[0].status, IndexStatus::Creating);
    EXPECT_EQ(restoration->origins.at("near"), "near");
    RestoreOverrides overrides;
    overrides.vector_indexes = {index};
    (*overrides.vector_indexes)[0].dimensions = 4;
    EXPECT_NE(refusal(overrides).find("Index near does not match"), std::string::npos);
}

TEST_F(TableRestorationTest, MapsEachIndexToItselfForAFullCopy) {
    table_.vector_indexes.push_back({"near", "v"});
    EXPECT_EQ(
        same_indexes(table_), (IndexOrigins{{"gsi", "gsi"}, {"lsi", "lsi"}, {"near", "near"}})
    );
}

}  // namespace
}  // namespace stator::engine::definition
