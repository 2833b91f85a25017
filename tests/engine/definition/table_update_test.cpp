// UpdateTable, by the state of the table: the changes, their times, and the requests that are
// rejected in the meantime.
#include "engine/definition/table_update.hpp"

#include <gtest/gtest.h>

#include "tests/support/catalog_fixture.hpp"
#include "tests/support/table_updates.hpp"

namespace stator::engine::definition {
namespace {

using protocol::values::BillingMode;
using protocol::values::TableStatus;

using namespace table_updates;

class TableUpdateTest : public CatalogFixture {};

TEST_F(TableUpdateTest, ReportsAMissingTableBeforeChecksOfMeaning) {
    EXPECT_EQ(
        update(table_updates::create_index("new", "y") + R"(,"BillingMode":"PROVISIONED")"),
        "Requested resource not found: Table: tbl not found"
    );
}

TEST_F(TableUpdateTest, FailsIfOnlyEmptyThroughputIsGiven) {
    EXPECT_EQ(
        update(R"("OnDemandThroughput":{})"), "Requested resource not found: Table: tbl not found"
    );
    create_on_demand();
    const auto reply = update_table({.table_name = "tbl", .only_empty_throughput = true});
    ASSERT_TRUE(reply.has_error());
    EXPECT_EQ(reply.error().type, protocol::ErrorType::InternalFailure);
    EXPECT_EQ(reply.error().message, "");
}

TEST_F(TableUpdateTest, NewUnitsShowWhenTheTableIsActiveAgain) {
    create_provisioned();
    ASSERT_EQ(update(table_updates::units(7, 4)), "");
    const protocol::model::ProvisionedThroughput& shown = last_reply->description.throughput;
    EXPECT_EQ(last_reply->description.status, TableStatus::Updating);
    EXPECT_EQ(shown.read_capacity_units, 5);
    EXPECT_EQ(shown.last_increase, now);
    EXPECT_EQ(shown.last_decrease, now);
    EXPECT_EQ(shown.decreases_today, 1);
    settle();
    EXPECT_EQ(table().throughput.read_capacity_units, 7);
    EXPECT_EQ(table().throughput.write_capacity_units, 4);
    EXPECT_EQ(table().warm_throughput.read_units_per_second, 7);
    EXPECT_EQ(table().warm_throughput.write_units_per_second, 5);
}

TEST_F(TableUpdateTest, DecreasesAreCountedByDay) {
    create_provisioned();
    for (const int wanted : {4, 3}) {
        ASSERT_EQ(update(table_updates::units(wanted, 5)), "");
        settle();
    }
    EXPECT_EQ(table().throughput.decreases_today, 2);
    protocol::model::TableDescription shown = table();
    count_decreases_of_day(shown, now);
    EXPECT_EQ(shown.throughput.decreases_today, 2);
    now += 86'400'000;
    count_decreases_of_day(shown, now);
    EXPECT_EQ(shown.throughput.decreases_today, 0);
    ASSERT_EQ(update(table_updates::units(2, 5)), "");
    settle();
    EXPECT_EQ(table().throughput.decreases_today, 1);
}

TEST_F(TableUpdateTest, RefusesUnitsThatDoNotChange) {
    create_provisioned();
    const std::string unchanged =
        "The provisioned throughput for the table will not change. The requested value equals the "
        "current value. Current ReadCapacityUnits provisioned for the table: 5. Requested "
        "ReadCapacityUnits: 5. Current WriteCapacityUnits provisioned for the table: 5. Requested "
        "WriteCapacityUnits: 5. Refer to the Amazon DynamoDB Developer Guide for current limits "
        "and "
        "how to request higher limits.";
    EXPECT_EQ(update(table_updates::units(5, 5)), unchanged);
    EXPECT_EQ(update(R"("BillingMode":"PROVISIONED",)" + table_updates::units(5, 5)), unchanged);
    EXPECT_EQ(
        update(table_updates::actions(
            table_updates::update_action("gsi", "," + table_updates::units(3, 3))
        )),
        "The provisioned throughput for the index gsi will not change. The requested value equals "
        "the current value. Current ReadCapacityUnits provisioned for index gsi: 3. Requested "
        "ReadCapacityUnits: 3. Current WriteCapacityUnits provisioned for index gsi: 3. Requested "
        "WriteCapacityUnits: 3. Refer to the Amazon DynamoDB Developer Guide for current limits "
        "and "
        "how to request higher limits."
    );
    EXPECT_EQ(
        update(R"("BillingMode":"PROVISIONED")"),
        table_updates::kInvalid +
            "ProvisionedThroughput must be specified when BillingMode is PROVISIONED"
    );
    EXPECT_EQ(
        update(table_updates::kMaxima),
        table_updates::kInvalid +
            "MaxReadRequestUnits for OnDemandThroughput cannot be specified "
            "when the table BillingMode is PROVISIONED"
    );
}

TEST_F(TableUpdateTest, BillingSwitchesThereAndBack) {
    create_provisioned();
    ASSERT_EQ(update(table_updates::kToOnDemand), "");
    EXPECT_EQ(last_reply->description.throughput.read_capacity_units, 0);
    EXPECT_EQ(last_reply->description.status, TableStatus::Updating);
    EXPECT_EQ(index_state("gsi"), "UPDATING false");
    settle();
    EXPECT_EQ(table().billing_mode, BillingMode::PayPerRequest);
    EXPECT_EQ(table().warm_throughput.read_units_per_second, 12'000);
    EXPECT_EQ(update(table_updates::kToOnDemand), "") << "again is no change";
    EXPECT_EQ(
        update(table_updates::units(1, 1)),
        table_updates::kInvalid +
            "Neither ReadCapacityUnits nor WriteCapacityUnits can be "
            "specified when BillingMode is PAY_PER_REQUEST"
    );
    EXPECT_EQ(
        update(table_updates::actions(table_updates::update_action("gsi", ""))),
        table_updates::kInvalid +
            "The only Updates for index: gsi when TableThroughputMode is PAY_PER_REQUEST can "
            "be to OnDemandThroughput, WarmThroughput"
    );
    ASSERT_EQ(update(table_updates::kMaxima), "");
    const std::string back = R"("BillingMode":"PROVISIONED",)" + table_updates::units(6, 6);
    EXPECT_EQ(
        update(back),
        table_updates::kInvalid + "ProvisionedThroughput must be specified for index: gsi"
    );
    ASSERT_EQ(
        update(
            back + "," +
            table_updates::actions(
                table_updates::update_action("gsi", "," + table_updates::units(2, 2))
            )
        ),
        ""
    );
    EXPECT_EQ(last_reply->description.throughput.read_capacity_units, 6) << "shown at once";
    settle();
    EXPECT_EQ(table().global_indexes[0].throughput.read_capacity_units, 2);
    EXPECT_FALSE(table().on_demand_throughput.is_set());
    EXPECT_EQ(table().warm_throughput.read_units_per_second, 12'000);
    EXPECT_TRUE(table().last_update_to_pay_per_request);
}

TEST_F(TableUpdateTest, MaximaMergeAndClear) {
    create_on_demand();
    ASSERT_EQ(update(table_updates::kMaxima), "");
    EXPECT_EQ(last_reply->description.status, TableStatus::Active);
    ASSERT_EQ(update(R"("OnDemandThroughput":{"MaxWriteRequestUnits":4})"), "");
    EXPECT_EQ(table().on_demand_throughput.max_read_request_units, 9);
    EXPECT_EQ(table().on_demand_throughput.max_write_request_units, 4);
    ASSERT_EQ(update(R"("OnDemandThroughput":{"MaxReadRequestUnits":-1})"), "");
    EXPECT_FALSE(table().on_demand_throughput.max_read_request_units);
    EXPECT_EQ(
        update(R"("OnDemandThroughput":{"MaxReadRequestUnits":0})"),
        table_updates::kInvalid +
            "Requested MaxReadRequestUnits for OnDemandThroughput for table is outside of "
            "valid range"
    );
    EXPECT_EQ(
        update(R"("OnDemandThroughput":{"MaxReadRequestUnits":40001})"),
        "Subscriber limit exceeded: Requested MaxReadRequestUnits for OnDemandThroughput for table "
        "exceeds TableMaxReadCapacityUnits of the account in region us-east-1"
    );
}

TEST_F(TableUpdateTest, WarmThroughputOnlyRises) {
    create_on_demand();
    ASSERT_EQ(update(R"("WarmThroughput":{"ReadUnitsPerSecond":13000})"), "");
    EXPECT_EQ(last_reply->description.status, TableStatus::Active);
    EXPECT_EQ(last_reply->description.warm_throughput.read_units_per_second, 12'000);
    EXPECT_TRUE(last_reply->description.warm_throughput.target);
    settle();
    EXPECT_EQ(table().warm_throughput.read_units_per_second, 13'000);
    EXPECT_EQ(table().warm_throughput.write_units_per_second, 4'000);
    EXPECT_EQ(update(R"("WarmThroughput":{"ReadUnitsPerSecond":13000})"), "");
    EXPECT_EQ(
        update(R"("WarmThroughput":{"ReadUnitsPerSecond":12500})"),
        table_updates::kInvalid +
            "Requested ReadUnitsPerSecond for WarmThroughput for table is lower than current "
            "WarmThroughput, decreasing WarmThroughput is not supported"
    );
}

TEST_F(TableUpdateTest, StreamsGetANewLabelEachTime) {
    create_on_demand();
    EXPECT_EQ(
        update(table_updates::kDisableStream), "Table has no stream to disable: TableName: tbl"
    );
    ASSERT_EQ(update(table_updates::kEnableStream), "");
    const std::string first = last_reply->description.latest_stream_label;
    EXPECT_EQ(first, "2023-11-14T22:13:21.000");
    EXPECT_EQ(last_reply->description.latest_stream_arn, table().table_arn + "/stream/" + first);
    settle();
    EXPECT_EQ(
        update(table_updates::kEnableStream), "Table already has an enabled stream: TableName: tbl"
    );
    ASSERT_EQ(update(table_updates::kDisableStream), "");
    settle();
    EXPECT_EQ(table().latest_stream_label, first);
    ASSERT_EQ(update(table_updates::kEnableStream), "");
    EXPECT_GT(last_reply->description.latest_stream_label, first);
}

TEST_F(TableUpdateTest, EncryptionAndClassChange) {
    create_on_demand();
    EXPECT_EQ(
        update(R"("SSESpecification":{"Enabled":false})"),
        table_updates::kInvalid + "Table is already encrypted by default"
    );
    ASSERT_EQ(update(table_updates::kEncrypt), "");
    EXPECT_EQ(last_reply->description.status, TableStatus::Active);
    EXPECT_EQ(
        update(table_updates::kEncrypt),
        table_updates::kInUse + "Server-Side Encryption is still being updated"
    );
    settle();
    EXPECT_EQ(
        update(table_updates::kEncrypt),
        table_updates::kInvalid + "Table is already encrypted with given KMSMasterKeyId"
    );
    ASSERT_EQ(update(table_updates::kColdClass), "");
    EXPECT_EQ(last_reply->description.status, TableStatus::Updating);
    EXPECT_FALSE(last_reply->description.table_class);
    settle();
    EXPECT_EQ(table().table_class, protocol::values::TableClass::StandardInfrequentAccess);
}

struct Refusal {
    std::string request;
    std::string error;
};

TEST_F(TableUpdateTest, RefusesWhileBeingCreatedOrDeleted) {
    ASSERT_EQ(create(kOnDemandTable), "");
    EXPECT_EQ(
        update(table_updates::kProtect), table_updates::kInUse + "Table is being created: tbl"
    );
    EXPECT_EQ(remove(), table_updates::kInUse + "Table is being created: tbl");
    settle();
    ASSERT_EQ(remove(), "");
    EXPECT_EQ(
        update(table_updates::kProtect), table_updates::kInUse + "Table is being deleted: tbl"
    );
}

TEST_F(TableUpdateTest, RefusesWhileCapacityChanges) {
    create_provisioned();
    ASSERT_EQ(update(table_updates::units(6, 6)), "");
    const Refusal refusals[] = {
        {table_updates::units(7, 7),
         table_updates::kInUse + "Table IOPS are currently being updated. Table: tbl"},
        {table_updates::kEnableStream,
         table_updates::kInUse +
             "Can't enable or disable stream while table IOPS are being updated. Table: tbl"},
        {table_updates::delete_index("gsi"),
         table_updates::kInUse +
             "Can't create or delete indexes while table IOPS are being updated. Table: tbl"},
        {table_updates::kMaxima,
         table_updates::kInUse +
             "OnDemandThroughput cannot be updated while BillingMode update is in progress"},
        {table_updates::kProtect,
         "Table needs to be in ACTIVE status to modify deletion protection setting."},
    };
    for (const Refusal& test : refusals) EXPECT_EQ(update(test.request), test.error);
    EXPECT_EQ(remove(), table_updates::kInUse + "Table: tbl is in the process of being updated.");
}

TEST_F(TableUpdateTest, RefusesWhileTheStreamChanges) {
    create_provisioned();
    ASSERT_EQ(update(table_updates::kEnableStream), "");
    const std::string what =
        " Table: tbl Stream: " + table().latest_stream_label + " Operation: ENABLE";
    const Refusal refusals[] = {
        {table_updates::kDisableStream,
         table_updates::kInUse + "A stream status change is currently in progress." + what},
        {table_updates::units(7, 7),
         table_updates::kInUse + "Can't change table IOPS when stream status is being updated." +
             what},
        {table_updates::delete_index("gsi"),
         table_updates::kInUse +
             "Can't create or delete an index when stream status is being updated." + what},
    };
    for (const Refusal& test : refusals) EXPECT_EQ(update(test.request), test.error);
    EXPECT_EQ(
        remove(),
        table_updates::kInUse + "Cannot delete table while stream is being enabled/disabled."
    );
}

TEST_F(TableUpdateTest, RefusesWhileTheClassChanges) {
    create_provisioned();
    ASSERT_EQ(update(table_updates::kColdClass), "");
    const std::string what = " Table: tbl TableClassUpdateInProgress: STANDARD_INFREQUENT_ACCESS";
    EXPECT_EQ(
        update(table_updates::kColdClass),
        table_updates::kInUse +
            "Can't update table class when a table class update is in progress." + what
    );
    EXPECT_EQ(
        update(table_updates::delete_index("gsi")),
        table_updates::kInUse +
            "Can't create or delete an index when a table class update is in progress." + what
    );
}

}  // namespace
}  // namespace stator::engine::definition
