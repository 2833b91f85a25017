#include "protocol/operations/consumed_capacity.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations {
namespace {

Consumption indexed() {
    Consumption consumption{.table = 1.5};
    consumption.add_index("local", false, 2);
    consumption.add_index("global", true, 0.5);
    return consumption;
}

std::string written(
    const Consumption& consumption,
    CapacityReport report,
    CapacityUnitKind unit_kind = CapacityUnitKind::Untold
) {
    std::string text;
    wire::JsonWriter json(text);
    write_consumed_capacity(json, "tbl", consumption, report, unit_kind);
    return single_quoted(text);
}

TEST(Consumption, AddsUpByIndex) {
    Consumption consumption = indexed();
    consumption.add(indexed());
    consumption.add_index("other", true, 1);
    EXPECT_EQ(consumption.table, 3.0);
    ASSERT_EQ(consumption.indexes.size(), 3u);
    EXPECT_EQ(consumption.indexes[0].units, 4.0);
    EXPECT_EQ(consumption.indexes[1].units, 1.0);
    EXPECT_EQ(consumption.total(), 9.0);
}

TEST(ConsumedCapacity, InTotalOmitsIndexes) {
    EXPECT_EQ(written(indexed(), CapacityReport::Total), "{'TableName':'tbl','CapacityUnits':4.0}");
}

TEST(ConsumedCapacity, ByIndexListsUsedIndexes) {
    EXPECT_EQ(
        written(Consumption{.table = 1}, CapacityReport::Indexes),
        "{'TableName':'tbl','CapacityUnits':1.0,'Table':{'CapacityUnits':1.0}}"
    );
    EXPECT_EQ(
        written(indexed(), CapacityReport::Indexes),
        "{'TableName':'tbl','CapacityUnits':4.0,'Table':{'CapacityUnits':1.5},"
        "'GlobalSecondaryIndexes':{'global':{'CapacityUnits':0.5}},"
        "'LocalSecondaryIndexes':{'local':{'CapacityUnits':2.0}}}"
    );
}

TEST(ConsumedCapacity, OfTransactionsSeparatesReadsAndWrites) {
    EXPECT_EQ(
        written(Consumption{.table = 2}, CapacityReport::Total, CapacityUnitKind::Read),
        "{'TableName':'tbl','CapacityUnits':2.0,'ReadCapacityUnits':2.0}"
    );
    EXPECT_EQ(
        written(Consumption{.table = 2}, CapacityReport::Indexes, CapacityUnitKind::Write),
        "{'TableName':'tbl','CapacityUnits':2.0,'WriteCapacityUnits':2.0,"
        "'Table':{'CapacityUnits':2.0,'WriteCapacityUnits':2.0}}"
    );
}

TEST(CapacityReport, IsNoneByDefault) {
    EXPECT_EQ(capacity_report("TOTAL"), CapacityReport::Total);
    EXPECT_EQ(capacity_report("INDEXES"), CapacityReport::Indexes);
    EXPECT_EQ(capacity_report("NONE"), CapacityReport::None);
    EXPECT_EQ(capacity_report(""), CapacityReport::None);
}

}  // namespace
}  // namespace stator::protocol::operations
