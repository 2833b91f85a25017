#include "engine/definition/table_creation.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "protocol/base/limits.hpp"
#include "tests/engine/definition/edited_table.hpp"

namespace stator::engine::definition {
namespace {

using protocol::model::TableDescription;
using protocol::operations::tables::CreateTableRequest;
using protocol::operations::tables::GlobalIndexRequest;
using protocol::values::BillingMode;
using protocol::values::CapacityUnits;
using protocol::values::StreamViewType;

class TableCreationTest : public EditedTables {
protected:
    TableDescription created(const CreateTableRequest& request) const {
        return new_table(request, scope_, "id", now_);
    }

    static GlobalIndexRequest index_request() {
        GlobalIndexRequest index;
        index.name = "gsi";
        index.key_schema = {{"g", protocol::values::KeyType::Hash}};
        return index;
    }
};

TEST_F(TableCreationTest, DerivesTableIdsFromSeedAndNumber) {
    const std::string id = table_id(5, 1);
    ASSERT_EQ(id.size(), 36U);
    EXPECT_EQ(id[14], '4');
    EXPECT_EQ(table_id(5, 1), id);
    std::set<std::string> ids;
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        for (std::uint64_t number = 0; number < 20; ++number) ids.insert(table_id(seed, number));
    }
    EXPECT_EQ(ids.size(), 400U);
}

TEST_F(TableCreationTest, NeverRepeatsAStreamLabel) {
    enable_stream(table_, StreamViewType::NewImage, now_);
    EXPECT_EQ(table_.latest_stream_label, "2025-06-15T15:06:40.000");
    EXPECT_EQ(table_.latest_stream_arn, table_.table_arn + "/stream/" + table_.latest_stream_label);
    EXPECT_TRUE(table_.stream.enabled);
    EXPECT_EQ(table_.stream.view_type, StreamViewType::NewImage);
    enable_stream(table_, StreamViewType::KeysOnly, now_);
    EXPECT_EQ(table_.latest_stream_label, "2025-06-15T15:06:40.001");
    constexpr std::int64_t kYearMs = 365LL * 86'400'000;
    enable_stream(table_, StreamViewType::KeysOnly, now_ + -kYearMs);
    EXPECT_EQ(table_.latest_stream_label, "2025-06-15T15:06:40.002");
}

TEST_F(TableCreationTest, AcceptsAKmsKeyByIdAliasOrArn) {
    const auto arn = [&](const std::optional<std::string>& id) {
        return kms_key_arn(scope_, {true, id});
    };
    const std::string prefix = "arn:aws:kms:us-east-1:123456789012:";
    EXPECT_EQ(arn("1234"), prefix + "key/1234");
    EXPECT_EQ(arn("alias/mine"), prefix + "alias/mine");
    EXPECT_EQ(arn("arn:aws:kms:eu-west-1:9:key/1"), "arn:aws:kms:eu-west-1:9:key/1");
    EXPECT_TRUE(arn(std::nullopt).starts_with(prefix + "key/"));
}

TEST_F(TableCreationTest, GivesAnOnDemandTableInitialWarmThroughput) {
    CreateTableRequest request;
    request.table_name = "new";
    request.billing_mode = BillingMode::PayPerRequest;
    request.global_indexes = {index_request()};
    const TableDescription table = created(request);
    EXPECT_EQ(table.table_arn, "arn:aws:dynamodb:us-east-1:123456789012:table/new");
    EXPECT_EQ(table.status, protocol::values::TableStatus::Creating);
    EXPECT_EQ(table.creation_time, now_);
    EXPECT_EQ(table.last_update_to_pay_per_request, now_);
    EXPECT_EQ(table.warm_throughput.read_units_per_second, protocol::kInitialOnDemandReads);
    EXPECT_EQ(table.warm_throughput.write_units_per_second, protocol::kInitialOnDemandWrites);
    EXPECT_EQ(table.throughput.read_capacity_units, 0);
    ASSERT_EQ(table.global_indexes.size(), 1U);
    EXPECT_TRUE(table.global_indexes[0].is_allocating());
    EXPECT_EQ(
        table.global_indexes[0].warm_throughput.read_units_per_second,
        protocol::kInitialOnDemandReads
    );
}

TEST_F(TableCreationTest, GivesAProvisionedTableItsUnitsAsWarmThroughput) {
    CreateTableRequest request;
    request.throughput = CapacityUnits{7, 3};
    request.warm_throughput.read_units_per_second = 5'000;
    const TableDescription table = created(request);
    EXPECT_EQ(table.throughput.read_capacity_units, 7);
    EXPECT_EQ(table.throughput.write_capacity_units, 3);
    EXPECT_EQ(table.warm_throughput.read_units_per_second, 7);
    EXPECT_EQ(table.warm_throughput.target, (CapacityUnits{5'000, 3}));
    EXPECT_FALSE(table.last_update_to_pay_per_request);
    EXPECT_FALSE(table.stream.enabled);
    EXPECT_FALSE(table.kms_master_key_arn);
}

TEST_F(TableCreationTest, CopiesTheOptionsOfTheRequest) {
    CreateTableRequest request;
    request.table_name = "new";
    request.stream = StreamViewType::OldImage;
    request.encryption = {true, "1234"};
    request.deletion_protection = true;
    request.tags = {{"k", "v"}};
    request.policy = "{}";
    const TableDescription table = created(request);
    EXPECT_EQ(table.stream.view_type, StreamViewType::OldImage);
    EXPECT_FALSE(table.latest_stream_arn.empty());
    EXPECT_EQ(table.kms_master_key_arn, "arn:aws:kms:us-east-1:123456789012:key/1234");
    EXPECT_TRUE(table.deletion_protection);
    EXPECT_EQ(table.tags, request.tags);
    ASSERT_TRUE(table.policies.of_table);
    EXPECT_EQ(table.policies.of_table->revision_id, std::to_string(now_.unix_ms()));
}

TEST_F(TableCreationTest, RefusesUnitsAboveTheAccountLimit) {
    constexpr std::int64_t kMost = protocol::kMaxTableCapacityUnits;
    const auto refused = [&](const auto& change) {
        CreateTableRequest request;
        request.throughput = CapacityUnits{kMost, kMost};
        request.global_indexes = {index_request()};
        change(request);
        return check_account_limits(request, scope_).has_error();
    };
    EXPECT_FALSE(refused([](auto&) {}));
    EXPECT_TRUE(refused([](auto& request) { request.throughput->read = kMost + 1; }));
    EXPECT_TRUE(refused([](auto& request) { request.throughput->write = kMost + 1; }));
    EXPECT_TRUE(refused([](auto& request) {
        request.global_indexes[0].throughput = CapacityUnits{1, kMost + 1};
    }));
    EXPECT_TRUE(refused([](auto& request) {
        request.on_demand_throughput.max_write_request_units = kMost + 1;
    }));
    EXPECT_TRUE(refused([](auto& request) {
        request.global_indexes[0].warm_throughput.read_units_per_second = kMost + 1;
    }));
}

}  // namespace
}  // namespace stator::engine::definition
