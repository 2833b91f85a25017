// The number of partitions for provisioned, warm and on-demand throughput.
#include "engine/capacity/partition_count.hpp"

#include <gtest/gtest.h>

#include "protocol/base/limits.hpp"
#include "tests/engine/capacity/throttled_requests.hpp"

namespace stator::engine::capacity {
namespace {

protocol::model::TableDescription provisioned(std::int64_t reads, std::int64_t writes) {
    protocol::model::TableDescription table;
    table.throughput.read_capacity_units = reads;
    table.throughput.write_capacity_units = writes;
    return table;
}

protocol::model::TableDescription on_demand() {
    protocol::model::TableDescription table;
    table.billing_mode = protocol::values::BillingMode::PayPerRequest;
    table.warm_throughput = {
        protocol::kInitialOnDemandReads, protocol::kInitialOnDemandWrites, std::nullopt};
    return table;
}

TEST(PartitionCount, IsFourOnDemand) {
    EXPECT_EQ(partition_count(on_demand()), 4U);
    auto warmer = on_demand();
    warmer.warm_throughput.write_units_per_second = 4'001;
    EXPECT_EQ(partition_count(warmer), 8U);
}

TEST(PartitionCount, CoversTheProvisionedUnits) {
    EXPECT_EQ(partition_count(provisioned(5, 5)), 1U);
    EXPECT_EQ(partition_count(provisioned(3'000, 0)), 1U);
    EXPECT_EQ(partition_count(provisioned(0, 1'000)), 1U);
    EXPECT_EQ(partition_count(provisioned(1'500, 500)), 1U);
    EXPECT_EQ(partition_count(provisioned(1'500, 501)), 2U);
}

TEST(PartitionCount, LeavesAQuarterMoreThanIsNeeded) {
    EXPECT_EQ(partition_count(provisioned(0, 1'600)), 2U);
    EXPECT_EQ(partition_count(provisioned(0, 1'601)), 4U);
    EXPECT_EQ(partition_count(provisioned(12'000, 4'000)), 16U);
    EXPECT_EQ(partition_count(provisioned(0, 6'400)), 8U);
    EXPECT_EQ(partition_count(provisioned(0, 6'401)), 16U);
    EXPECT_EQ(partition_count(provisioned(40'000, 1)), 32U);
    EXPECT_EQ(partition_count(provisioned(1, 40'000)), 64U);
}

TEST(PartitionCount, CoversWarmThroughputAndIndexes) {
    protocol::model::TableDescription table = provisioned(5, 5);
    table.warm_throughput.write_units_per_second = 10'000;
    table.global_indexes.resize(1);
    table.global_indexes[0].name = "by-day";
    table.global_indexes[0].warm_throughput.read_units_per_second = 24'000;
    EXPECT_EQ(partition_count(table), 16U);
    EXPECT_EQ(partition_count(table, "by-day"), 16U);
    EXPECT_EQ(partition_count(table, "none"), 1U);
    table.global_indexes[0].warm_throughput = {};
    table.global_indexes[0].throughput.write_capacity_units = 5;
    EXPECT_EQ(partition_count(table, "by-day"), 1U);
}

TEST(PartitionCount, StaysAfterASwitchFromOnDemand) {
    auto table = on_demand();
    table.billing_mode = protocol::values::BillingMode::Provisioned;
    table.throughput.write_capacity_units = 5;
    EXPECT_EQ(partition_count(table), 4U);
}

TEST(PartitionCount, IsTheConfiguredNumberUnlessMoreAreNeeded) {
    auto table = on_demand();
    table.partitions = 1;
    EXPECT_EQ(partition_count(table), 1U);
    table.partitions = 6;
    EXPECT_EQ(partition_count(table), 6U);
    table.warm_throughput.write_units_per_second = 10'000;
    EXPECT_EQ(partition_count(table), 24U);
}

TEST(PartitionCount, GrowsWithTheOnDemandThroughput) {
    EXPECT_EQ(partitions_on_demand(12'000, 4'000), 4U);
    EXPECT_EQ(partitions_on_demand(12'000, 8'000), 16U);
    EXPECT_EQ(partitions_on_demand(40'000, 4'000), 32U);
}

class WideTables : public ThrottledRequests {
protected:
    static constexpr int kKeys = 60;

    // The number of writes that are served within one second, out of 60 large writes with different
    // keys.
    int served_of_sixty() {
        int served = 0;
        for (int i = 0; i < kKeys; ++i) {
            if (put("k" + std::to_string(i), kLargeUnits) == "{}") ++served;
        }
        return served;
    }
};

TEST_F(WideTables, ServeWarmThroughputImmediately) {
    database.create_table("busy", "pk:S", "", R"("WarmThroughput":{"WriteUnitsPerSecond":40000})");
    EXPECT_GE(served_of_sixty(), kKeys * 9 / 10);
}

TEST_F(WideTables, AreSplitWhenTheirWarmThroughputIsUpdated) {
    database.create_table("busy", "pk:S");
    EXPECT_LE(served_of_sixty(), 12);
    run("UpdateTable", R"({"TableName":"busy","WarmThroughput":{"WriteUnitsPerSecond":40000}})");
    advance(3'600'000);
    EXPECT_GE(served_of_sixty(), kKeys * 9 / 10);
}

TEST_F(WideTables, ServeTwiceThePeakOfHalfAnHourAgo) {
    database.create_table("busy", "pk:S");
    EXPECT_LE(served_of_sixty(), 12);
    advance(29 * kMinuteMs);
    EXPECT_LE(served_of_sixty(), 12) << "a peak counts after half an hour";
    advance(2 * kMinuteMs);
    const int doubled = served_of_sixty();
    EXPECT_GE(doubled, 20) << "8,000 units a second, 380 each";
    EXPECT_LE(doubled, 24);
}

}  // namespace
}  // namespace stator::engine::capacity
