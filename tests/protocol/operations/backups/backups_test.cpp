#include "protocol/operations/backups/backups.hpp"

#include <gtest/gtest.h>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::backups {
namespace {

const std::string kArn =
    "arn:aws:dynamodb:eu-west-2:111122223333:table/tbl/backup/01489602797149-73d8d5bc";

TEST(CreateBackup, ChecksTheTableThenBothNames) {
    EXPECT_EQ(
        verdict(decode_create_backup, "{'BackupName': ''}"),
        "The parameter 'TableName' is required but was not present in the request"
    );
    EXPECT_EQ(
        verdict(decode_create_backup, "{'TableName': 'tbl'}"),
        kEnvelope +
            "Value null at 'backupName' failed to satisfy constraint: Member must not be null"
    );
    EXPECT_EQ(
        verdict(decode_create_backup, "{'TableName': 'tbl', 'BackupName': ''}"),
        "2 validation errors detected: Value '' at 'backupName' failed to satisfy constraint: "
        "Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+; Value '' at 'backupName' "
        "failed to satisfy constraint: Member must have length greater than or equal to 3"
    );
    EXPECT_EQ(
        verdict(decode_create_backup, "{'TableName': 'ab', 'BackupName': 'a b c'}"),
        "2 validation errors detected: Value 'ab' at 'tableName' failed to satisfy constraint: "
        "Member must have length greater than or equal to 3; Value 'a b c' at 'backupName' failed "
        "to satisfy constraint: Member must satisfy regular expression pattern: [a-zA-Z0-9_.-]+"
    );
    const auto request = decoded(decode_create_backup, "{'TableName': 'tbl', 'BackupName': 'bak'}");
    EXPECT_EQ(request.table_name, "tbl");
    EXPECT_EQ(request.backup_name, "bak");
}

TEST(DescribeBackup, TakesTheArnOfABackup) {
    const auto outcome = [](const std::string& arn) {
        const std::string request = "{'BackupArn': '" + arn + "'}";
        EXPECT_EQ(verdict(decode_describe_backup, request), verdict(decode_delete_backup, request));
        return verdict(decode_describe_backup, request);
    };
    EXPECT_EQ(outcome(kArn), "ok");
    EXPECT_EQ(
        outcome(std::string(36, 'x')),
        kEnvelope + "Value '" + std::string(36, 'x') +
            "' at 'backupArn' failed to satisfy constraint: Member must have length greater than "
            "or equal to 37"
    );
    EXPECT_EQ(outcome(std::string(37, 'x')), "Invalid Backup ARN");
    EXPECT_EQ(outcome("arn:aws:dynamodb:eu-west-2:111122223333:table/tbl"), "Invalid Backup ARN");
    EXPECT_EQ(
        verdict(decode_describe_backup, "{}"),
        kEnvelope +
            "Value null at 'backupArn' failed to satisfy constraint: Member must not be null"
    );
}

TEST(ListBackups, HasDefaults) {
    const auto request = decoded(decode_list_backups, "{}");
    EXPECT_EQ(request.table_name, std::nullopt);
    EXPECT_EQ(request.limit, 100);
    EXPECT_EQ(request.from, std::nullopt);
    EXPECT_EQ(request.to, std::nullopt);
    EXPECT_EQ(request.exclusive_start_arn, "");
    EXPECT_EQ(request.type, BackupTypeFilter::User);
}

TEST(ListBackups, IsRead) {
    const auto request = decoded(
        decode_list_backups,
        "{'TableName': 'tbl', 'Limit': 7, 'TimeRangeLowerBound': 1.5, 'TimeRangeUpperBound': "
        "1791501393.007, 'ExclusiveStartBackupArn': '" +
            kArn + "', 'BackupType': 'SYSTEM'}"
    );
    EXPECT_EQ(request.table_name, "tbl");
    EXPECT_EQ(request.limit, 7);
    EXPECT_EQ(request.from, Instant(1'500));
    EXPECT_EQ(request.to, Instant(1'791'501'393'007));
    EXPECT_EQ(request.exclusive_start_arn, kArn);
    EXPECT_EQ(request.type, BackupTypeFilter::System);
    const auto type_of = [](const std::string& text) {
        return decoded(decode_list_backups, "{'BackupType': '" + text + "'}").type;
    };
    EXPECT_EQ(type_of("USER"), BackupTypeFilter::User);
    EXPECT_EQ(type_of("AWS_BACKUP"), BackupTypeFilter::AwsBackup);
    EXPECT_EQ(type_of("ALL"), BackupTypeFilter::All);
}

TEST(ListBackups, HasAConstraintForEachMember) {
    const std::string outcome = verdict(
        decode_list_backups,
        "{'TableName': 'a', 'Limit': 101, 'ExclusiveStartBackupArn': 'x', 'BackupType': 'user'}"
    );
    EXPECT_EQ(
        outcome,
        "4 validation errors detected: Value 'a' at 'tableName' failed to satisfy constraint: "
        "Member must have length greater than or equal to 3; Value '101' at 'limit' failed to "
        "satisfy constraint: Member must have value less than or equal to 100; Value 'x' at "
        "'exclusiveStartBackupArn' failed to satisfy constraint: Member must have length greater "
        "than or equal to 37; Value 'user' at 'backupType' failed to satisfy constraint: Member "
        "must satisfy enum value set: [USER, SYSTEM, AWS_BACKUP, ALL]"
    );
    EXPECT_EQ(
        verdict(decode_list_backups, "{'ExclusiveStartBackupArn': '" + std::string(37, 'x') + "'}"),
        "Invalid Backup ARN"
    );
}

TEST(ListBackups, HasNoRangeBackwards) {
    const auto outcome = [](const std::string& from, const std::string& to) {
        return verdict(
            decode_list_backups,
            "{'TimeRangeLowerBound': " + from + ", 'TimeRangeUpperBound': " + to + "}"
        );
    };
    EXPECT_EQ(outcome("1", "1"), "ok");
    EXPECT_EQ(outcome("0", "99999999999999"), "ok");
    EXPECT_EQ(
        outcome("1.001", "1"),
        "One or more parameter values were invalid: Time range lower bound must be less than or "
        "equal to upper bound"
    );
}

model::BackupDescription example() {
    model::BackupDescription backup;
    backup.arn = "arn:b";
    backup.name = "bak";
    backup.status = model::BackupStatus::Available;
    backup.creation_time = Instant(1'500);
    backup.size_bytes = 20;
    backup.table.name = "tbl";
    backup.table.table_id = "id";
    backup.table.table_arn = "arn:t";
    backup.table.creation_time = Instant(500);
    backup.table.key_schema = {{"p", values::KeyType::Hash}};
    backup.table.throughput = {5, 6, Instant(1), Instant(2), 3};
    backup.content = {2, 20};
    return backup;
}

const std::string kDetails =
    "{'BackupArn':'arn:b','BackupName':'bak','BackupSizeBytes':20,'BackupStatus':'AVAILABLE',"
    "'BackupType':'USER','BackupCreationDateTime':1.5}";

TEST(BackupReply, OfCreateHasOnlyTheBackup) {
    EXPECT_EQ(single_quoted(encode_create_backup(example())), "{'BackupDetails':" + kDetails + "}");
}

TEST(BackupReply, OfDescribeHasTheTableOfTheBackup) {
    EXPECT_EQ(
        single_quoted(encode_backup_description(example())),
        "{'BackupDescription':{'BackupDetails':" + kDetails +
            ",'SourceTableDetails':{'TableName':'tbl','TableId':'id','TableArn':'arn:t',"
            "'TableSizeBytes':20,'KeySchema':[{'AttributeName':'p','KeyType':'HASH'}],"
            "'TableCreationDateTime':0.5,'ProvisionedThroughput':{'ReadCapacityUnits':5,"
            "'WriteCapacityUnits':6},'ItemCount':2,'BillingMode':'PROVISIONED'},"
            "'SourceTableFeatureDetails':{}}}"
    );
}

model::BackupDescription full_example() {
    model::BackupDescription backup = example();
    model::TableDescription& table = backup.table;
    table.billing_mode = values::BillingMode::PayPerRequest;
    table.on_demand_throughput = {100, 50};
    table.local_indexes = {
        {"lsi",
         {{"p", values::KeyType::Hash}, {"x", values::KeyType::Range}},
         {values::ProjectionType::KeysOnly}}};
    table.global_indexes = {
        {"gsi", {{"x", values::KeyType::Hash}}, {values::ProjectionType::Include, {"a"}}}};
    table.global_indexes[0].throughput = {7, 8};
    table.global_indexes[0].on_demand_throughput = {9, {}};
    table.stream = {true, values::StreamViewType::KeysOnly};
    table.time_to_live_attribute = "ttl";
    table.kms_master_key_arn = "arn:k";
    table.tags = {{"k", "v"}};
    table.table_class = values::TableClass::StandardInfrequentAccess;
    table.deletion_protection = true;
    return backup;
}

TEST(BackupReply, ShowsTheFeaturesOfTheTable) {
    const std::string reply = single_quoted(encode_backup_description(full_example()));
    EXPECT_NE(
        reply.find("'OnDemandThroughput':{'MaxReadRequestUnits':100,'MaxWriteRequestUnits':50},"
                   "'ItemCount':2,'BillingMode':'PAY_PER_REQUEST'}"),
        std::string::npos
    );
    const std::size_t features = reply.find("'SourceTableFeatureDetails':");
    ASSERT_NE(features, std::string::npos);
    EXPECT_EQ(
        reply.substr(features),
        "'SourceTableFeatureDetails':{'LocalSecondaryIndexes':[{'IndexName':'lsi','KeySchema':"
        "[{'AttributeName':'p','KeyType':'HASH'},{'AttributeName':'x','KeyType':'RANGE'}],"
        "'Projection':{'ProjectionType':'KEYS_ONLY'}}],'GlobalSecondaryIndexes':[{'IndexName':"
        "'gsi','KeySchema':[{'AttributeName':'x','KeyType':'HASH'}],'Projection':"
        "{'ProjectionType':'INCLUDE','NonKeyAttributes':['a']},'ProvisionedThroughput':"
        "{'ReadCapacityUnits':7,'WriteCapacityUnits':8},'OnDemandThroughput':"
        "{'MaxReadRequestUnits':9}}],'StreamDescription':{'StreamEnabled':true,'StreamViewType':"
        "'KEYS_ONLY'},'TimeToLiveDescription':{'TimeToLiveStatus':'ENABLED','AttributeName':"
        "'ttl'},'SSEDescription':{'Status':'ENABLED','SSEType':'KMS','KMSMasterKeyArn':'arn:k'}}}}"
    );
}

TEST(BackupReply, OfASystemBackupShowsItsExpiryButNoFeatures) {
    model::BackupDescription backup = full_example();
    backup.type = model::BackupType::System;
    backup.expiry = Instant(3'500);
    const std::string reply = single_quoted(encode_backup_description(backup));
    EXPECT_NE(
        reply.find("'BackupType':'SYSTEM','BackupCreationDateTime':1.5,'BackupExpiryDateTime':3.5}"
        ),
        std::string::npos
    );
    EXPECT_TRUE(reply.ends_with("'SourceTableFeatureDetails':{}}}"));
}

TEST(BackupReply, ListsBackups) {
    EXPECT_EQ(encode_list_backups({}), R"({"BackupSummaries":[]})");
    model::BackupDescription expiring = example();
    expiring.expiry = Instant(2'500);
    EXPECT_EQ(
        single_quoted(encode_list_backups({{example(), expiring}, "arn:b"})),
        "{'BackupSummaries':[{'TableName':'tbl','TableId':'id','TableArn':'arn:t','BackupArn':"
        "'arn:b','BackupName':'bak','BackupCreationDateTime':1.5,'BackupStatus':'AVAILABLE',"
        "'BackupType':'USER','BackupSizeBytes':20},{'TableName':'tbl','TableId':'id','TableArn':"
        "'arn:t','BackupArn':'arn:b','BackupName':'bak','BackupCreationDateTime':1.5,"
        "'BackupExpiryDateTime':2.5,'BackupStatus':'AVAILABLE','BackupType':'USER',"
        "'BackupSizeBytes':20}],'LastEvaluatedBackupArn':'arn:b'}"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::backups
