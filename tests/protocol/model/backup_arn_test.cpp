// The ARN of a backup, and the account and region that it belongs to.
#include "protocol/model/backup_arn.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::model {
namespace {

const TableScope kScope{"eu-west-2", "111122223333"};
const std::string kTableArn = "arn:aws:dynamodb:eu-west-2:111122223333:table/tbl";

// "ok", or the name of the error and its message.
std::string verdict(const std::string& arn) {
    const auto resolved = resolve_backup_arn(arn, kScope);
    if (!resolved.has_error()) return "ok";
    return std::string(error_name(resolved.error().type)) + ": " + resolved.error().message;
}

TEST(BackupArn, IsSplitIntoItsParts) {
    const std::string arn = backup_arn(kTableArn, Instant(1'489'602'797'149), 0x73d8d5bc);
    EXPECT_EQ(arn, kTableArn + "/backup/01489602797149-73d8d5bc");
    const auto parts = split_backup_arn(arn);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->region, "eu-west-2");
    EXPECT_EQ(parts->table_name, "tbl");
    EXPECT_EQ(parts->id, "01489602797149-73d8d5bc");
    EXPECT_TRUE(backup_arn(kTableArn, Instant(1), 0).ends_with("/00000000000001-00000000"));
}

TEST(BackupArn, HasATableAndAnId) {
    for (const std::string& text : {
             kTableArn,
             kTableArn + "/backup/",
             kTableArn + "/backup/1/2",
             kTableArn + "/index/i/backup/1",
             kTableArn + "/stream/1",
             std::string("arn:aws:dynamodb:eu-west-2:111122223333:table//backup/1"),
             std::string("arn:aws:dynamodb:eu-west-2:111122223333:tables/tbl/backup/1"),
             std::string("table/tbl/backup/1"),
         }) {
        EXPECT_FALSE(split_backup_arn(text)) << text;
        EXPECT_EQ(verdict(text), "ValidationException: Invalid Backup ARN") << text;
    }
}

TEST(BackupArn, IsOfThisAccountInAnyRegion) {
    const std::string tail = ":table/tbl/backup/01489602797149-73d8d5bc";
    const std::string invalid = "ValidationException: Invalid Request: BackupArn is not valid";
    const std::string denied = "AccessDeniedException: Access is denied";
    EXPECT_EQ(verdict("arn:aws:dynamodb:eu-west-2:111122223333" + tail), "ok");
    EXPECT_EQ(verdict("arn:aws:dynamodb:us-east-1:111122223333" + tail), "ok");
    EXPECT_EQ(verdict("arn:aws:dynamodb:xx-fake-1:111122223333" + tail), invalid);
    EXPECT_EQ(verdict("arn:aws:dynamodb:eu:111122223333" + tail), invalid);
    EXPECT_EQ(verdict("arn:awz:dynamodb:eu-west-2:111122223333" + tail), invalid);
    EXPECT_EQ(verdict("arn:aws:s3:eu-west-2:111122223333" + tail), invalid);
    EXPECT_EQ(verdict("arn:aws:dynamodb::111122223333" + tail), denied);
    EXPECT_EQ(verdict("arn:aws:dynamodb:eu-west-2:111122224444" + tail), denied);
}

// Clients of a local server sign requests for regions that do not exist on AWS.
TEST(BackupArn, AcceptsAnyNameOfTheScopesRegion) {
    const auto resolved = resolve_backup_arn(
        "arn:aws:dynamodb:local:111122223333:table/tbl/backup/1", {"local", "111122223333"}
    );
    EXPECT_FALSE(resolved.has_error());
}

}  // namespace
}  // namespace stator::protocol::model
