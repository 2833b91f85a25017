// Kinesis streaming destinations through the whole engine: statuses over time, persistence, and
// deletion with their table.
#include "engine/operations/control/kinesis.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations::control {
namespace {

using testing::Database;

constexpr std::int64_t kDelayMs = 100;
const std::string kStream = "arn:aws:kinesis:us-east-1:000000000000:stream/changes";

EngineOptions delayed() {
    EngineOptions options;
    options.table_delay_ms = kDelayMs;
    return options;
}

void create(Database& database) {
    database.create_table("tbl", "pk:S");
    database.clock().advance(kDelayMs);
}

std::string change(
    Database& database,
    const std::string& action,
    const std::string& stream = kStream,
    const std::string& more = ""
) {
    return database.member(
        action + "KinesisStreamingDestination",
        R"({"TableName":"tbl","StreamArn":")" + stream + "\"" + more + "}",
        "DestinationStatus"
    );
}

std::string described(Database& database) {
    return database.run("DescribeKinesisStreamingDestination", R"({"TableName":"tbl"})");
}

std::string status(Database& database) {
    return database.member(
        "DescribeKinesisStreamingDestination", R"({"TableName":"tbl"})", "DestinationStatus"
    );
}

const std::string kToMicroseconds = R"(,"UpdateKinesisStreamingConfiguration":{)"
                                    R"("ApproximateCreationDateTimePrecision":"MICROSECOND"})";

TEST(KinesisDestinations, FollowTheClock) {
    Database database(delayed());
    create(database);
    EXPECT_EQ(change(database, "Enable"), "ENABLING");
    database.clock().advance(kDelayMs - 1);
    EXPECT_EQ(status(database), "ENABLING");
    database.clock().advance(1);
    EXPECT_EQ(status(database), "ACTIVE");
    EXPECT_EQ(change(database, "Update", kStream, kToMicroseconds), "UPDATING");
    EXPECT_EQ(
        described(database),
        R"({"TableName":"tbl","KinesisDataStreamDestinations":[{"StreamArn":")" + kStream +
            R"(","DestinationStatus":"UPDATING"}]})"
    );
    database.clock().advance(kDelayMs);
    EXPECT_EQ(
        described(database),
        R"({"TableName":"tbl","KinesisDataStreamDestinations":[{"StreamArn":")" + kStream +
            R"(","DestinationStatus":"ACTIVE",)"
            R"("ApproximateCreationDateTimePrecision":"MICROSECOND"}]})"
    );
    EXPECT_EQ(change(database, "Disable"), "DISABLING");
    database.clock().advance(kDelayMs - 1);
    EXPECT_EQ(status(database), "DISABLING");
    database.clock().advance(1);
    EXPECT_EQ(status(database), "DISABLED");
}

TEST(KinesisDestinations, SurviveARestartDuringAChange) {
    const testing::TemporaryDirectory directory;
    {
        Database database(delayed(), directory.path());
        create(database);
        change(database, "Enable");
        database.clock().advance(kDelayMs);
        change(database, "Update", kStream, kToMicroseconds);
        ASSERT_TRUE(database.close());
    }
    Database database(delayed(), directory.path(), Database::kStart + 3 * kDelayMs);
    EXPECT_EQ(status(database), "UPDATING");
    database.clock().advance(kDelayMs);
    EXPECT_EQ(
        described(database),
        R"({"TableName":"tbl","KinesisDataStreamDestinations":[{"StreamArn":")" + kStream +
            R"(","DestinationStatus":"ACTIVE",)"
            R"("ApproximateCreationDateTimePrecision":"MICROSECOND"}]})"
    );
    ASSERT_TRUE(database.close());
}

TEST(KinesisDestinations, KeepAFailureWithItsReason) {
    const testing::TemporaryDirectory directory;
    const std::string elsewhere = "arn:aws:kinesis:eu-west-1:000000000000:stream/changes";
    const std::string expected =
        R"({"TableName":"tbl","KinesisDataStreamDestinations":[{"StreamArn":")" + elsewhere +
        R"(","DestinationStatus":"ENABLE_FAILED","DestinationStatusDescription":"The kinesis Arn )"
        R"(used to enable kinesis replication belongs to a stream which is not in the current )"
        R"(region"}]})";
    {
        Database database({}, directory.path());
        create(database);
        EXPECT_EQ(change(database, "Enable", elsewhere), "ENABLING");
        EXPECT_EQ(described(database), expected);
        ASSERT_TRUE(database.close());
    }
    Database database({}, directory.path());
    EXPECT_EQ(described(database), expected);
    // Enabling a failed destination clears the failure.
    EXPECT_EQ(change(database, "Enable"), "ENABLING");
    EXPECT_EQ(change(database, "Disable"), "DISABLING");
    EXPECT_EQ(change(database, "Enable", elsewhere), "ENABLING");
    ASSERT_TRUE(database.close());
}

TEST(KinesisDestinations, AreCopiedWithTheirUniverse) {
    Database database;
    create(database);
    change(database, "Enable");
    database.engine().copy_universe("", "fork");
    change(database, "Disable");
    EXPECT_EQ(status(database), "DISABLED");
    database.engine().copy_universe("fork", "");
    EXPECT_EQ(status(database), "ACTIVE");
}

TEST(KinesisDestinations, AreDeletedWithTheirTable) {
    Database database;
    create(database);
    change(database, "Enable");
    database.run("DeleteTable", R"({"TableName":"tbl"})");
    create(database);
    EXPECT_EQ(described(database), R"({"TableName":"tbl","KinesisDataStreamDestinations":[]})");
}

TEST(KinesisDestinations, AReplicaHasNone) {
    Database database;
    database.create_table(
        "tbl",
        "pk:S",
        "",
        R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"})"
    );
    change(database, "Enable");
    database.run(
        "UpdateTable",
        R"({"TableName":"tbl","ReplicaUpdates":[{"Create":{"RegionName":"eu-west-1"}}]})"
    );
    EXPECT_EQ(status(database), "ACTIVE");
    EXPECT_EQ(
        database.run("DescribeKinesisStreamingDestination", R"({"TableName":"tbl"})", "eu-west-1"),
        R"({"TableName":"tbl","KinesisDataStreamDestinations":[]})"
    );
}

}  // namespace
}  // namespace stator::engine::operations::control
