#include "engine/definition/continuous_backups.hpp"

#include <gtest/gtest.h>

#include "tests/engine/definition/edited_table.hpp"

namespace stator::engine::definition {
namespace {

class ContinuousBackupsTest : public EditedTables {
protected:
    std::string set(bool enabled, std::optional<std::int64_t> days = {}) {
        return apply(continuous_backups_edit({"tbl", enabled, days}));
    }
};

TEST_F(ContinuousBackupsTest, StartWhenTheyAreEnabled) {
    EXPECT_EQ(set(true), "changed");
    EXPECT_EQ(table_.recovery, (protocol::model::PointInTimeRecovery{now_, 35}));
}

TEST_F(ContinuousBackupsTest, KeepTheirStartTimeIfEnabledAgain) {
    const Instant since = now_;
    set(true, 7);
    now_ += 1'000;
    EXPECT_EQ(set(true), "unchanged");
    EXPECT_EQ(set(true, 7), "unchanged");
    EXPECT_EQ(set(true, 14), "changed");
    EXPECT_EQ(table_.recovery, (protocol::model::PointInTimeRecovery{since, 14}));
}

TEST_F(ContinuousBackupsTest, StartAgainAfterBeingDisabled) {
    EXPECT_EQ(set(false), "unchanged");
    set(true, 7);
    EXPECT_EQ(set(false), "changed");
    EXPECT_FALSE(table_.recovery);
    now_ += 1'000;
    set(true);
    EXPECT_EQ(table_.recovery, (protocol::model::PointInTimeRecovery{now_, 35}));
}

TEST_F(ContinuousBackupsTest, TreatACreatingTableAsMissing) {
    table_.status = protocol::values::TableStatus::Creating;
    const auto refused = edited(continuous_backups_edit({"tbl", true, {}}));
    ASSERT_TRUE(refused.has_error());
    EXPECT_EQ(refused.error().type, protocol::ErrorType::TableNotFoundException);
    EXPECT_EQ(refused.error().message, "Table not found: tbl");
}

TEST_F(ContinuousBackupsTest, AcceptATableNameOrArn) {
    for (const std::string& name : {std::string("tbl"), table_.table_arn}) {
        const auto target = backup_source(name, "CreateBackup", scope_);
        ASSERT_TRUE(target) << name;
        EXPECT_EQ(target->name, "tbl");
        EXPECT_EQ(target->missing.message, "Table not found: tbl");
    }
    const std::string foreign = "arn:aws:dynamodb:eu-west-1:123456789012:table/tbl";
    EXPECT_NE(message_of(backup_source(foreign, "CreateBackup", scope_)), "");
}

}  // namespace
}  // namespace stator::engine::definition
