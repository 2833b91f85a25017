// The catalog's backups: their status, contents and lifetime.
#include <gtest/gtest.h>

#include <string>

#include "protocol/base/limits.hpp"
#include "tests/support/catalog_fixture.hpp"

namespace stator::engine::catalog {
namespace {

using protocol::model::BackupDescription;
using protocol::model::BackupStatus;
using protocol::model::BackupType;

class CatalogBackups : public CatalogFixture {
protected:
    CatalogBackups() { create_on_demand(); }

    BackupDescription back_up(const std::string& name = "nightly") {
        return catalog.create_backup({"tbl", name}, now).value();
    }

    BackupStatus status_of(const std::string& arn) {
        return catalog.describe_backup(arn, now)->status;
    }

    std::size_t count(protocol::operations::backups::ListBackupsRequest request = {}) {
        return catalog.list_backups(request, now)->backups.size();
    }

    // Replaces the region, the account or the name in an ARN.
    static std::string moved(std::string arn, const std::string& from, const std::string& to) {
        return arn.replace(arn.find(from), from.size(), to);
    }

    void change(const std::function<void(protocol::model::TableDescription&)>& edit) {
        const auto apply_edit = [&](const definition::EditedTable& table) {
            auto next = table.description;
            edit(next);
            return definition::TableEdit::result_type(std::optional(std::move(next)));
        };
        ASSERT_TRUE(
            catalog.apply({*definition::named_table("tbl", "", catalog.scope()), apply_edit}, now)
        );
    }
};

TEST_F(CatalogBackups, BecomeAvailableAfterTheTableDelay) {
    const BackupDescription made = back_up();
    EXPECT_EQ(made.status, BackupStatus::Creating);
    EXPECT_EQ(made.name, "nightly");
    EXPECT_EQ(made.type, BackupType::User);
    EXPECT_EQ(status_of(made.arn), BackupStatus::Creating);
    advance(kDelayMs - 1);
    EXPECT_EQ(status_of(made.arn), BackupStatus::Creating);
    advance(1);
    EXPECT_EQ(status_of(made.arn), BackupStatus::Available);
}

TEST_F(CatalogBackups, ContainTheFormerDescription) {
    change([](auto& table) {
        table.tags = {{"k", "v"}};
        table.policies.of_table = {"{}", "1"};
        table.insights[""] = {};
    });
    const std::string arn = back_up().arn;
    change([](auto& table) { table.tags.clear(); });
    const auto backup = catalog.describe_backup(arn, now);
    EXPECT_EQ(backup->table.tags.size(), 1U);
    EXPECT_FALSE(backup->table.policies.of_table) << "policies are not part of a backup";
    EXPECT_TRUE(backup->table.insights.empty());
    ASSERT_NE(catalog.backup_contents(arn), nullptr);
    ASSERT_EQ(remove(), "");
    settle();
    EXPECT_EQ(catalog.describe_backup(arn, now)->table.name, "tbl") << "the table was deleted";
}

TEST_F(CatalogBackups, DisableTimeToLiveInTheirContents) {
    change([](auto& table) { table.time_to_live_attribute = "at"; });
    const std::string arn = back_up().arn;
    EXPECT_EQ(catalog.backup_contents(arn)->snapshot()->description.time_to_live_attribute, "");
    EXPECT_EQ(catalog.describe_backup(arn, now)->table.time_to_live_attribute, "at");
}

TEST_F(CatalogBackups, HaveDifferentArnsAtTheSameTime) {
    const BackupDescription first = back_up();
    const BackupDescription second = back_up();
    EXPECT_NE(first.arn, second.arn);
    EXPECT_LT(first.creation_time, second.creation_time);
    EXPECT_EQ(count(), 2U);
    EXPECT_EQ(catalog.backup_totals().backups, 2U);
}

TEST_F(CatalogBackups, AcceptArnsOfAnyRegionButOneAccount) {
    const std::string arn = back_up().arn;
    EXPECT_TRUE(catalog.describe_backup(moved(arn, "us-east-1", "eu-west-1"), now));
    EXPECT_FALSE(catalog.describe_backup(moved(arn, "123456789012", "999999999999"), now));
    const std::string unknown = moved(arn, "tbl", "tbl2");
    EXPECT_EQ(message_of(catalog.describe_backup(unknown, now)), "Backup not found: " + unknown);
    EXPECT_EQ(catalog.backup_contents(unknown), nullptr);
}

TEST_F(CatalogBackups, RecordTheirCreationAndDeletion) {
    const std::string arn = back_up().arn;
    const auto& batch = host->batches.back();
    ASSERT_EQ(batch.table_copies.size(), 1U);
    ASSERT_EQ(batch.definitions.size(), 1U);
    EXPECT_TRUE(batch.definitions[0].is_backup);
    const TableNumber number = batch.definitions[0].table;
    const auto deleted = catalog.delete_backup(arn, now);
    ASSERT_TRUE(deleted);
    EXPECT_EQ(deleted->status, BackupStatus::Deleted);
    EXPECT_EQ(host->batches.back().definitions[0].table, number);
    EXPECT_FALSE(host->batches.back().definitions[0].definition);
    EXPECT_EQ(count(), 0U);
    EXPECT_EQ(message_of(catalog.delete_backup(arn, now)), "Backup not found: " + arn);
}

TEST_F(CatalogBackups, RefuseDeletionDuringARestore) {
    const std::string arn = back_up().arn;
    settle();
    const auto source = catalog.backup_to_restore(arn);
    ASSERT_TRUE(catalog.restore_table(*source, {"copy", {}}, now));
    EXPECT_EQ(
        message_of(catalog.delete_backup(arn, now)), "Backup is being used to restore table: " + arn
    );
    settle();
    EXPECT_TRUE(catalog.delete_backup(arn, now));
}

TEST_F(CatalogBackups, KeepASystemBackupOfADeletedTableFor35Days) {
    change([&](auto& table) { table.recovery = {now, 35}; });
    ASSERT_EQ(remove(), "");
    settle();
    protocol::operations::backups::ListBackupsRequest request;
    request.type = protocol::operations::backups::BackupTypeFilter::System;
    const auto listed = catalog.list_backups(request, now);
    ASSERT_EQ(listed->backups.size(), 1U);
    const BackupDescription& backup = listed->backups[0];
    EXPECT_EQ(backup.name, "tbl$DeletedTableBackup");
    EXPECT_EQ(status_of(backup.arn), BackupStatus::Available);
    EXPECT_NE(message_of(catalog.delete_backup(backup.arn, now)), "");
    EXPECT_EQ(count(), 0U) << "the default filter lists only user backups";
    advance(protocol::kSystemBackupLifeMs - kDelayMs);
    EXPECT_EQ(count(request), 1U);
    advance(kDelayMs);
    EXPECT_EQ(count(request), 0U);
    EXPECT_FALSE(host->batches.back().definitions[0].definition);
}

TEST_F(CatalogBackups, RefuseAMissingOrCreatingTable) {
    EXPECT_EQ(message_of(catalog.create_backup({"none", "nightly"}, now)), "Table not found: none");
    ASSERT_EQ(remove(), "");
    settle();
    ASSERT_EQ(create(kOnDemandTable), "");
    EXPECT_EQ(message_of(catalog.create_backup({"tbl", "nightly"}, now)), "Table not found: tbl");
}

TEST_F(CatalogBackups, RefuseAStartArnOfAnotherRegion) {
    const std::string first = back_up().arn;
    back_up();
    protocol::operations::backups::ListBackupsRequest request;
    request.exclusive_start_arn = first;
    EXPECT_EQ(count(request), 1U);
    request.exclusive_start_arn = moved(first, "us-east-1", "eu-west-1");
    EXPECT_TRUE(catalog.list_backups(request, now).has_error());
}

}  // namespace
}  // namespace stator::engine::catalog
