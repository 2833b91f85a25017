// How many partitions there are for what is provisioned or warm.
#include "engine/capacity/partition_count.hpp"

#include <gtest/gtest.h>

#include "tests/engine/capacity/throttled_requests.hpp"

namespace stator::engine::capacity {
namespace {

protocol::model::TableDescription provisioned(std::int64_t reads, std::int64_t writes) {
    protocol::model::TableDescription table;
    table.throughput.read_capacity_units = reads;
    table.throughput.write_capacity_units = writes;
    return table;
}

TEST(PartitionCount, IsFourForWhatFourCanServe) {
    EXPECT_EQ(partition_count({}), 4U);
    EXPECT_EQ(partition_count(provisioned(1, 1)), 4U);
    EXPECT_EQ(partition_count(provisioned(12'000, 4'000)), 4U);
}

TEST(PartitionCount, LeavesAQuarterMoreThanIsNeeded) {
    EXPECT_EQ(partition_count(provisioned(12'001, 1)), 8U);
    EXPECT_EQ(partition_count(provisioned(1, 4'001)), 8U);
    EXPECT_EQ(partition_count(provisioned(1, 6'400)), 8U);
    EXPECT_EQ(partition_count(provisioned(1, 6'401)), 16U);
    EXPECT_EQ(partition_count(provisioned(40'000, 1)), 32U);
    EXPECT_EQ(partition_count(provisioned(1, 40'000)), 64U);
}

TEST(PartitionCount, IsForWarmThroughputAndForIndexesToo) {
    protocol::model::TableDescription table;
    table.warm_throughput.write_units_per_second = 10'000;
    table.global_indexes.resize(1);
    table.global_indexes[0].name = "by-day";
    table.global_indexes[0].warm_throughput.read_units_per_second = 24'000;
    EXPECT_EQ(partition_count(table), 16U);
    EXPECT_EQ(partition_count(table, "by-day"), 16U);
    EXPECT_EQ(partition_count(table, "none"), 4U);
}

class WideTables : public ThrottledRequests {
protected:
    static constexpr int kKeys = 60;

    // How many of so many large writes, each to its own key, are served within a second.
    int served_of_sixty() {
        int served = 0;
        for (int i = 0; i < kKeys; ++i) {
            if (put("k" + std::to_string(i), kLargeUnits) == "{}") ++served;
        }
        return served;
    }
};

TEST_F(WideTables, ServeAtOnceWhatIsWarm) {
    database.create_table("busy", "pk:S", "", R"("WarmThroughput":{"WriteUnitsPerSecond":40000})");
    EXPECT_GE(served_of_sixty(), kKeys * 9 / 10);
}

TEST_F(WideTables, AreWideOnceTheyAreUpdated) {
    database.create_table("busy", "pk:S");
    EXPECT_LE(served_of_sixty(), 12);
    run("UpdateTable", R"({"TableName":"busy","WarmThroughput":{"WriteUnitsPerSecond":40000}})");
    advance(3'600'000);
    EXPECT_GE(served_of_sixty(), kKeys * 9 / 10);
}

}  // namespace
}  // namespace stator::engine::capacity
