#include "protocol/operations/backups/restores.hpp"

#include <gtest/gtest.h>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::backups {
namespace {

const std::string kTableArn = "arn:aws:dynamodb:eu-west-2:111122223333:table/tbl";
const std::string kBackup = "'BackupArn': '" + kTableArn + "/backup/01489602797149-73d8d5bc'";
const std::string kNameLength =
    "TableName must be at least 3 characters long and at most 255 characters long";

std::string from_backup(const std::string& overrides) {
    return "{'TargetTableName': 'new', " + kBackup + ", " + overrides + "}";
}

std::string overriding(const std::string& overrides) {
    return verdict(decode_restore_from_backup, from_backup(overrides));
}

std::string global_index(const std::string& more) {
    return "{'IndexName': 'gsi', 'KeySchema': [{'AttributeName': 'g', 'KeyType': 'HASH'}], "
           "'Projection': {'ProjectionType': 'ALL'}" +
           more + "}";
}

const std::string kUnits = "{'ReadCapacityUnits': 5, 'WriteCapacityUnits': 6}";

TEST(RestoreFromBackup, ChecksTheTargetsLengthFirst) {
    for (const std::string& request :
         {std::string("{}"),
          std::string("{'TargetTableName': 'ab'}"),
          "{'TargetTableName': '" + std::string(256, 'x') + "', " + kBackup + "}"}) {
        EXPECT_EQ(verdict(decode_restore_from_backup, request), kNameLength) << request;
    }
    EXPECT_EQ(
        verdict(decode_restore_from_backup, "{'TargetTableName': 'bad name!'}"),
        "2 validation errors detected: Value 'bad name!' at 'targetTableName' failed to satisfy "
        "constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value null "
        "at 'backupArn' failed to satisfy constraint: Member must not be null"
    );
}

TEST(RestoreFromBackup, TakesTheArnOfABackup) {
    EXPECT_EQ(
        verdict(
            decode_restore_from_backup,
            "{'TargetTableName': 'new', 'BackupArn': '" + kTableArn + "'}"
        ),
        "Invalid Backup ARN"
    );
}

TEST(RestoreFromBackup, OverridesNothingByDefault) {
    const auto request =
        decoded(decode_restore_from_backup, "{'TargetTableName': 'new', " + kBackup + "}");
    EXPECT_EQ(request.target_table_name, "new");
    EXPECT_EQ(request.backup_arn, kTableArn + "/backup/01489602797149-73d8d5bc");
    EXPECT_EQ(request.overrides.billing_mode, std::nullopt);
    EXPECT_EQ(request.overrides.throughput, std::nullopt);
    EXPECT_FALSE(request.overrides.on_demand_throughput.is_set());
    EXPECT_FALSE(request.overrides.global_indexes);
    EXPECT_FALSE(request.overrides.local_indexes);
    EXPECT_FALSE(request.overrides.encryption);
}

TEST(RestoreFromBackup, ReadsEveryOverride) {
    const RestoreOverrides overrides =
        decoded(
            decode_restore_from_backup,
            from_backup(
                "'BillingModeOverride': 'PROVISIONED', 'ProvisionedThroughputOverride': " + kUnits +
                ", 'GlobalSecondaryIndexOverride': [" +
                global_index(", 'ProvisionedThroughput': " + kUnits) +
                "], 'LocalSecondaryIndexOverride': [{'IndexName': 'lsi', 'KeySchema': "
                "[{'AttributeName': 'p', 'KeyType': 'HASH'}, {'AttributeName': 'r', 'KeyType': "
                "'RANGE'}], 'Projection': {'ProjectionType': 'INCLUDE', 'NonKeyAttributes': "
                "['b', 'a']}}], 'SSESpecificationOverride': {'Enabled': true, 'SSEType': 'KMS', "
                "'KMSMasterKeyId': 'key'}"
            )
        )
            .overrides;
    EXPECT_EQ(overrides.billing_mode, values::BillingMode::Provisioned);
    EXPECT_EQ(overrides.throughput, (values::CapacityUnits{5, 6}));
    ASSERT_TRUE(overrides.global_indexes);
    ASSERT_EQ(overrides.global_indexes->size(), 1U);
    EXPECT_EQ(overrides.global_indexes->front().name, "gsi");
    EXPECT_EQ(overrides.global_indexes->front().throughput, (values::CapacityUnits{5, 6}));
    ASSERT_TRUE(overrides.local_indexes);
    const model::LocalSecondaryIndex local{
        "lsi",
        {{"p", values::KeyType::Hash}, {"r", values::KeyType::Range}},
        {values::ProjectionType::Include, {"a", "b"}}};
    EXPECT_EQ(*overrides.local_indexes, std::vector{local});
    ASSERT_TRUE(overrides.encryption);
    EXPECT_TRUE(overrides.encryption->enabled);
    EXPECT_EQ(overrides.encryption->kms_master_key_id, "key");
}

TEST(RestoreFromBackup, DistinguishesEmptyAndAbsentLists) {
    const auto overrides =
        decoded(
            decode_restore_from_backup,
            from_backup("'GlobalSecondaryIndexOverride': [], 'LocalSecondaryIndexOverride': [], "
                        "'SSESpecificationOverride': {}, 'OnDemandThroughputOverride': {}")
        )
            .overrides;
    ASSERT_TRUE(overrides.global_indexes);
    EXPECT_TRUE(overrides.global_indexes->empty());
    ASSERT_TRUE(overrides.local_indexes);
    EXPECT_TRUE(overrides.local_indexes->empty());
    ASSERT_TRUE(overrides.encryption);
    EXPECT_FALSE(overrides.encryption->enabled);
    EXPECT_FALSE(overrides.on_demand_throughput.is_set());
}

TEST(RestoreFromBackup, ChecksOverridesAgainstTheirOwnBillingMode) {
    const std::string to_on_demand = "'BillingModeOverride': 'PAY_PER_REQUEST'";
    const std::string to_provisioned = "'BillingModeOverride': 'PROVISIONED'";
    const std::string units = ", 'ProvisionedThroughputOverride': " + kUnits;
    const std::string index = ", 'GlobalSecondaryIndexOverride': [" + global_index("") + "]";
    const std::string index_with_units = ", 'GlobalSecondaryIndexOverride': [" +
                                         global_index(", 'ProvisionedThroughput': " + kUnits) + "]";
    const std::string maxima = ", 'OnDemandThroughputOverride': {'MaxWriteRequestUnits': 7}";
    const std::string with_on_demand =
        "Invalid Request: Cannot override ProvisionedThroughput if BillingMode is overridden to "
        "PAY_PER_REQUEST";
    EXPECT_EQ(overriding(to_on_demand + index + maxima), "ok");
    EXPECT_EQ(overriding(to_on_demand + units), with_on_demand);
    EXPECT_EQ(overriding(to_on_demand + index_with_units), with_on_demand + " for index gsi");
    EXPECT_EQ(overriding(to_provisioned + units + index_with_units), "ok");
    EXPECT_EQ(
        overriding(to_provisioned),
        "Invalid Request: Must override ProvisionedThroughput if BillingMode is overridden to "
        "PROVISIONED"
    );
    EXPECT_EQ(
        overriding(to_provisioned + units + index),
        "Invalid Request: Must specify provisioned throughput for index gsi"
    );
    EXPECT_EQ(
        overriding(to_provisioned + units + maxima),
        "Invalid Request: Cannot override MaxWriteRequestUnits for OnDemandThroughput unless "
        "BillingModeOverride is PAY_PER_REQUEST"
    );
    // Without a billing mode in the request, that of the backup decides.
    EXPECT_EQ(overriding(units.substr(2)), "ok");
    EXPECT_EQ(overriding(maxima.substr(2)), "ok");
    EXPECT_EQ(overriding(index.substr(2)), "ok");
}

TEST(RestoreFromBackup, ChecksTheRangeOfMaxima) {
    EXPECT_EQ(
        overriding("'OnDemandThroughputOverride': {'MaxReadRequestUnits': 0}"),
        "Invalid Request: Requested MaxReadRequestUnits for OnDemandThroughput is outside of valid "
        "range"
    );
    EXPECT_EQ(
        overriding("'OnDemandThroughputOverride': {'MaxReadRequestUnits': 1, "
                   "'MaxWriteRequestUnits': -1}"),
        "Invalid Request: Requested MaxWriteRequestUnits for OnDemandThroughput is outside of "
        "valid range"
    );
}

TEST(RestoreFromBackup, ChecksTheConstraintsOfOverrides) {
    EXPECT_EQ(
        overriding("'BillingModeOverride': 'BOGUS', 'GlobalSecondaryIndexOverride': [{}], "
                   "'ProvisionedThroughputOverride': {'ReadCapacityUnits': 0, "
                   "'WriteCapacityUnits': 1}"),
        "5 validation errors detected: Value 'BOGUS' at 'billingModeOverride' failed to satisfy "
        "constraint: Member must satisfy enum value set: [PROVISIONED, PAY_PER_REQUEST]; Value "
        "null at 'globalSecondaryIndexOverride.1.member.keySchema' failed to satisfy constraint: "
        "Member must not be null; Value null at 'globalSecondaryIndexOverride.1.member.projection' "
        "failed to satisfy constraint: Member must not be null; Value null at "
        "'globalSecondaryIndexOverride.1.member.indexName' failed to satisfy constraint: Member "
        "must not be null; Value '0' at 'provisionedThroughputOverride.readCapacityUnits' failed "
        "to satisfy constraint: Member must have value greater than or equal to 1"
    );
    EXPECT_EQ(
        overriding("'SSESpecificationOverride': {'Enabled': false, 'KMSMasterKeyId': 'key'}"),
        "One or more parameter values were invalid: KMSMasterKeyId can not be specified if Enabled "
        "is false"
    );
}

std::string to_point_in_time(const std::string& members) {
    return verdict(decode_restore_to_point_in_time, "{'TargetTableName': 'new', " + members + "}");
}

TEST(RestoreToPointInTime, HasOneSource) {
    const std::string latest = ", 'UseLatestRestorableTime': true";
    const std::string name = "'SourceTableName': 'tbl'";
    const std::string arn = "'SourceTableArn': '" + kTableArn + "'";
    EXPECT_EQ(to_point_in_time(name + latest), "ok");
    EXPECT_EQ(to_point_in_time(arn + latest), "ok");
    EXPECT_EQ(
        to_point_in_time(name + ", " + arn + latest),
        "Must provide exactly one of: sourceTableArn, sourceTableName"
    );
    EXPECT_EQ(
        to_point_in_time("'UseLatestRestorableTime': true"),
        "The parameter 'TableName' is required but was not present in the request"
    );
    for (const std::string text :
         {"junk", "arn:aws:s3:eu-west-2:111122223333:table/tbl", "arn:aws:dynamodb:::index/i"}) {
        EXPECT_EQ(
            to_point_in_time("'SourceTableArn': '" + text + "'" + latest),
            "One or more parameter values were invalid: sourceTableArn is not a valid ARN"
        ) << text;
    }
    EXPECT_EQ(verdict(decode_restore_to_point_in_time, "{'SourceTableName': 'tbl'}"), kNameLength);
}

TEST(RestoreToPointInTime, HasOneTime) {
    const std::string name = "'SourceTableName': 'tbl'";
    const std::string required =
        "Invalid Request: Either one of RestoreDateTime or UseLatestRestorableTime must be "
        "specified, but not both";
    EXPECT_EQ(to_point_in_time(name), required);
    EXPECT_EQ(to_point_in_time(name + ", 'UseLatestRestorableTime': false"), required);
    EXPECT_EQ(
        to_point_in_time(name + ", 'UseLatestRestorableTime': true, 'RestoreDateTime': 1"),
        "Invalid Request: Both RestoreDateTime and UseLatestRestorableTime cannot be set for "
        "point-in-time restore request. Please specify either RestoreDateTime time or "
        "UseLatestRestorableTime"
    );
}

RestoreToPointInTimeRequest restoring(const std::string& members) {
    return decoded(decode_restore_to_point_in_time, "{'TargetTableName': 'new', " + members + "}");
}

TEST(RestoreToPointInTime, IsRead) {
    const auto latest = restoring("'SourceTableName': 'tbl', 'UseLatestRestorableTime': true");
    EXPECT_EQ(latest.source_table, "tbl");
    EXPECT_FALSE(latest.is_source_arn);
    EXPECT_EQ(latest.target_table_name, "new");
    EXPECT_EQ(latest.time, std::nullopt);
    const auto timed = restoring(
        "'SourceTableArn': '" + kTableArn +
        "', 'UseLatestRestorableTime': false, 'RestoreDateTime': 1791501393.007, "
        "'BillingModeOverride': 'PAY_PER_REQUEST'"
    );
    EXPECT_EQ(timed.source_table, kTableArn);
    EXPECT_TRUE(timed.is_source_arn);
    EXPECT_EQ(timed.time, Instant(1'791'501'393'007));
    EXPECT_EQ(timed.overrides.billing_mode, values::BillingMode::PayPerRequest);
    EXPECT_EQ(restoring("'SourceTableName': 'tbl', 'RestoreDateTime': -1").time, Instant(0));
    EXPECT_EQ(
        restoring("'SourceTableName': 'tbl', 'RestoreDateTime': 1e300").time,
        Instant(253'402'300'799'999)
    );
}

}  // namespace
}  // namespace stator::protocol::operations::backups
