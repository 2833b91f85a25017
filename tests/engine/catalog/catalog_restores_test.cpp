// The catalog's restores: the allowed sources, and the restored table.
#include <gtest/gtest.h>

#include <string>

#include "engine/backup/restorable_window.hpp"
#include "engine/definition/continuous_backups.hpp"
#include "protocol/base/limits.hpp"
#include "tests/support/catalog_fixture.hpp"

namespace stator::engine::catalog {
namespace {

using protocol::values::TableStatus;

class CatalogRestores : public CatalogFixture {
protected:
    CatalogRestores() { create_on_demand(); }

    std::string back_up() {
        const std::string arn = catalog.create_backup({"tbl", "nightly"}, now)->arn;
        settle();
        return arn;
    }

    void keep_history() {
        ASSERT_TRUE(apply(
            definition::backup_source("tbl", "", catalog.scope()),
            definition::continuous_backups_edit({"tbl", true, {}})
        ));
    }

    std::string restore(
        const protocol::Result<RestoreSource>& source, const std::string& name = "copy"
    ) {
        if (source.has_error()) return source.error().message;
        return message_of(catalog.restore_table(*source, {name, {}}, now));
    }
};

TEST_F(CatalogRestores, MakeACreatingTableWithARestoreSummary) {
    const std::string arn = back_up();
    EXPECT_EQ(restore(catalog.backup_to_restore(arn)), "");
    EXPECT_EQ(table("copy").status, TableStatus::Creating);
    ASSERT_TRUE(table("copy").restore);
    EXPECT_EQ(table("copy").restore->source_backup_arn, arn);
    EXPECT_EQ(table("copy").restore->source_table_arn, table().table_arn);
    EXPECT_NE(table("copy").table_id, table().table_id);
    EXPECT_EQ(host->batches.back().definitions.at(0).table, TableNumber{3});
    settle();
    EXPECT_EQ(table("copy").status, TableStatus::Active);
    EXPECT_FALSE(table("copy").restore);
}

TEST_F(CatalogRestores, ShareTheRowsOfTheirSourceInTheDataFile) {
    const std::string arn = back_up();
    const std::size_t before = host->batches.size();
    ASSERT_EQ(restore(catalog.backup_to_restore(arn)), "");
    ASSERT_EQ(host->batches.size(), before + 2) << "the copy, then the definition";
    ASSERT_EQ(host->batches[before].table_copies.size(), 1U);
    EXPECT_EQ(host->batches[before].table_copies[0].from, TableNumber{2});
    EXPECT_EQ(host->batches[before].table_copies[0].to, TableNumber{3});
}

TEST_F(CatalogRestores, CopyTheRowsOfADeletedSource) {
    const std::string arn = back_up();
    const auto source = catalog.backup_to_restore(arn);
    ASSERT_TRUE(catalog.delete_backup(arn, now));
    const std::size_t before = host->batches.size();
    EXPECT_EQ(restore(source), "");
    ASSERT_EQ(host->batches.size(), before + 1);
    EXPECT_TRUE(host->batches[before].table_copies.empty());
}

TEST_F(CatalogRestores, RefuseANameInUse) {
    const std::string arn = back_up();
    EXPECT_EQ(restore(catalog.backup_to_restore(arn), "tbl"), "Table already exists: tbl");
    const auto source = catalog.backup_to_restore(arn);
    EXPECT_EQ(restore(source), "");
    EXPECT_NE(restore(source).find(arn), std::string::npos)
        << "the first restore is still in progress";
    settle();
    EXPECT_EQ(restore(source), "Table already exists: copy");
}

TEST_F(CatalogRestores, ReadABackupOneAtATime) {
    const std::string arn = back_up();
    ASSERT_EQ(restore(catalog.backup_to_restore(arn)), "");
    EXPECT_EQ(
        restore(catalog.backup_to_restore(arn), "second"),
        "Backup is being used to restore another table: " + arn
    );
    settle();
    EXPECT_EQ(restore(catalog.backup_to_restore(arn), "second"), "");
}

TEST_F(CatalogRestores, RequirePointInTimeRecovery) {
    EXPECT_EQ(restore(catalog.table_to_restore("none", {}, now)), "Table not found: none");
    EXPECT_EQ(
        restore(catalog.table_to_restore("tbl", {}, now)),
        "Point in time recovery is not enabled for table 'tbl'"
    );
    keep_history();
    EXPECT_EQ(restore(catalog.table_to_restore("tbl", {}, now)), "");
    EXPECT_EQ(table("copy").restore->source_backup_arn, "");
}

TEST_F(CatalogRestores, RefuseATimeOutsideTheRecoveryWindow) {
    keep_history();
    const Instant since = now;
    now += 2 * backup::kNotYetRestorableMs;
    const Instant latest = now - backup::kNotYetRestorableMs;
    EXPECT_EQ(catalog.table_to_restore("tbl", {}, now)->summary.date, latest);
    EXPECT_EQ(catalog.table_to_restore("tbl", since, now)->summary.date, since);
    EXPECT_TRUE(catalog.table_to_restore("tbl", since - 1, now).has_error());
    EXPECT_TRUE(catalog.table_to_restore("tbl", latest + 1, now).has_error());
}

TEST_F(CatalogRestores, RefuseMoreThanFiftyAtATime) {
    keep_history();
    const auto source = catalog.table_to_restore("tbl", {}, now);
    for (int i = 0; i < protocol::kMaxRestores; ++i) {
        ASSERT_EQ(restore(source, "copy" + std::to_string(i)), "") << i;
    }
    const auto refused = catalog.restore_table(*source, {"more", {}}, now);
    ASSERT_TRUE(refused.has_error());
    EXPECT_EQ(refused.error().type, protocol::ErrorType::LimitExceededException);
    settle();
    EXPECT_EQ(restore(source, "more"), "");
}

TEST_F(CatalogRestores, RefuseASourceOfAReplacedUniverse) {
    const auto source = catalog.backup_to_restore(back_up());
    ++host->turns;
    const auto refused = catalog.restore_table(*source, {"copy", {}}, now);
    ASSERT_TRUE(refused.has_error());
    EXPECT_EQ(refused.error().type, protocol::ErrorType::InternalServerError);
    EXPECT_FALSE(catalog.describe_table("copy"));
}

TEST_F(CatalogRestores, RequireEncryptionForAnotherRegion) {
    const auto source = catalog.backup_to_restore(back_up());
    Catalog other({{"", "eu-west-1"}, "123456789012", {}}, host);
    EXPECT_EQ(
        message_of(other.restore_table(*source, {"copy", {}}, now)),
        "Invalid Request: sseSpecificationOverride must be provided for cross-region restores"
    );
    protocol::operations::backups::RestoreOverrides overrides;
    overrides.encryption = {true, std::nullopt};
    const auto restored = other.restore_table(*source, {"copy", overrides}, now);
    ASSERT_TRUE(restored);
    EXPECT_EQ(
        restored->description.table_arn, "arn:aws:dynamodb:eu-west-1:123456789012:table/copy"
    );
    EXPECT_TRUE(restored->description.kms_master_key_arn);
}

}  // namespace
}  // namespace stator::engine::catalog
