// The persisted form of a backup: a round trip is exact, and missing members get defaults.
#include "protocol/model/backup_definition.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::model {
namespace {

// Every member differs from its default.
BackupDescription full_backup() {
    BackupDescription backup;
    backup.arn = "arn:b";
    backup.name = "\"name\n";
    backup.status = BackupStatus::Available;
    backup.type = BackupType::System;
    backup.creation_time = Instant(1'700'000'000'123);
    backup.size_bytes = 1;
    backup.expiry = Instant(2);
    backup.table.name = "tbl";
    backup.table.table_id = "id";
    backup.table.key_schema = {{"\"p\n", values::KeyType::Hash}};
    backup.table.tags = {{"ключ", "значение"}};
    backup.content = {3, 4};
    return backup;
}

TEST(BackupDefinition, SurvivesARoundTrip) {
    const BackupDescription backup = full_backup();
    const auto decoded = decode_backup_definition(encode_backup_definition(backup));
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(*decoded == backup) << encode_backup_definition(*decoded);
}

// Existing data files contain this text.
TEST(BackupDefinition, KeepsItsText) {
    EXPECT_EQ(
        encode_backup_definition(full_backup()),
        R"({"BackupArn":"arn:b","BackupName":"\"name\n","BackupStatus":"AVAILABLE",)"
        R"("BackupType":"SYSTEM","CreationMs":1700000000123,"ExpiryMs":2,"BackupSizeBytes":1,)"
        R"("ItemCount":3,"TableSizeBytes":4,"Table":{"TableName":"tbl","TableId":"id",)"
        R"("TableStatus":"CREATING","CreationMs":0,"AttributeDefinitions":[],)"
        R"("KeySchema":[{"AttributeName":"\"p\n","KeyType":"HASH"}],"LocalSecondaryIndexes":[],)"
        R"("GlobalSecondaryIndexes":[],"BillingMode":"PROVISIONED",)"
        R"("ProvisionedThroughput":{"ReadCapacityUnits":0,"WriteCapacityUnits":0,)"
        R"("NumberOfDecreasesToday":0},"OnDemandThroughput":{},)"
        R"("WarmThroughput":{"ReadUnitsPerSecond":0,"WriteUnitsPerSecond":0},)"
        R"("StreamViewType":"NEW_AND_OLD_IMAGES","Tags":{"ключ":"значение"},)"
        R"("Pending":{}}})"
    );
}

TEST(BackupDefinition, SurvivesARoundTripWithDefaults) {
    BackupDescription backup;
    backup.arn = "arn:b";
    backup.table.name = "tbl";
    const auto decoded = decode_backup_definition(encode_backup_definition(backup));
    ASSERT_TRUE(decoded);
    EXPECT_TRUE(*decoded == backup) << encode_backup_definition(*decoded);
}

TEST(BackupDefinition, UsesDefaultsForMembersThatAreAbsentOrOfAnotherType) {
    BackupDescription expected;
    expected.arn = "arn:b";
    expected.table.name = "tbl";
    for (const std::string members :
         {"", R"("BackupName":1,"BackupStatus":"NEW","ExpiryMs":"x",)"}) {
        const auto decoded = decode_backup_definition(
            "{" + members + R"("BackupArn":"arn:b","Table":{"TableName":"tbl"}})"
        );
        ASSERT_TRUE(decoded);
        EXPECT_TRUE(*decoded == expected) << members;
    }
}

TEST(BackupDefinition, RefusesInvalidText) {
    for (const std::string text :
         {"",
          "[]",
          "{}",
          R"({"BackupArn":"arn:b"})",
          R"({"BackupArn":"arn:b","Table":{}})",
          R"({"BackupArn":"arn:b","Table":[]})",
          R"({"Table":{"TableName":"tbl"}})",
          R"({"BackupArn":"arn:b","Table":{"TableName":"tbl"})"}) {
        EXPECT_FALSE(decode_backup_definition(text)) << text;
    }
}

TEST(Backup, SpellsItsStatusAndTypeBothWays) {
    for (const auto status :
         {BackupStatus::Creating, BackupStatus::Available, BackupStatus::Deleted}) {
        EXPECT_EQ(values::term_from<BackupStatus>(values::text_of(status)), status);
    }
    EXPECT_EQ(values::term_from<BackupStatus>("ACTIVE"), std::nullopt);
    EXPECT_EQ(values::term_from<BackupType>(values::text_of(BackupType::User)), BackupType::User);
    EXPECT_EQ(values::term_from<BackupType>("SYSTEM"), BackupType::System);
    EXPECT_EQ(values::term_from<BackupType>("ALL"), std::nullopt);
}

}  // namespace
}  // namespace stator::protocol::model
