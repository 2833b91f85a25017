// The catalog's part in exports, imports and bulk operations.
#include <gtest/gtest.h>

#include <string>

#include "engine/backup/restorable_window.hpp"
#include "engine/definition/continuous_backups.hpp"
#include "tests/support/catalog_fixture.hpp"

namespace stator::engine::catalog {
namespace {

using protocol::formats::transfer::BulkDescription;
using protocol::formats::transfer::ExportDescription;
using protocol::formats::transfer::ImportDescription;
using protocol::formats::transfer::IncrementalExport;
using protocol::values::TableStatus;

constexpr std::int64_t kMinuteMs = 60'000;
constexpr std::int64_t kOneDayMs = 24 * 60 * kMinuteMs;

class CatalogTransfers : public CatalogFixture {
protected:
    void keep_history() {
        ASSERT_TRUE(apply(
            definition::backup_source("tbl", "", catalog.scope()),
            definition::continuous_backups_edit({"tbl", true, {}})
        ));
    }

    // Starts an export of "tbl". Returns the error message, or "" if the export was started.
    std::string export_table(
        const std::optional<Instant>& time = {},
        const std::optional<IncrementalExport>& incremental = {}
    ) {
        protocol::operations::transfers::ExportRequest request;
        request.table_arn = "arn:aws:dynamodb:us-east-1:123456789012:table/tbl";
        request.specification.time = time;
        request.specification.incremental = incremental;
        return message_of(catalog.export_table(request, now, [this](auto beginning) {
            exported_ = beginning.description;
            export_due_ = beginning.due;
            return protocol::Result<ExportDescription>(beginning.description);
        }));
    }

    std::string export_changes(Instant from, Instant to = kNever) {
        return export_table({}, IncrementalExport{from, to});
    }

    // Starts an import into "tbl". Returns the error message, or "" if the import was started.
    std::string import_table(const protocol::Result<void>& admission = {}) {
        protocol::operations::transfers::ImportRequest request;
        request.table.table_name = "tbl";
        request.table.billing_mode = protocol::values::BillingMode::PayPerRequest;
        request.table.key_schema = {{"p", protocol::values::KeyType::Hash}};
        request.table.attribute_definitions = {{"p", protocol::values::AttributeType::String}};
        const auto begin = [this](auto beginning) {
            imported_ = beginning.description;
            return protocol::Result<ImportDescription>(beginning.description);
        };
        const auto admit = [&] { return admission; };
        return message_of(catalog.import_table(request, now, admit, begin));
    }

    // Starts a bulk operation on "tbl". Returns the error message, or "" if it was started.
    std::string put_in_bulk() {
        protocol::operations::transfers::StartBulkRequest request;
        request.specification.table_name = "tbl";
        return message_of(catalog.start_bulk_put_items(request, now, [](auto beginning) {
            return protocol::Result<BulkDescription>(beginning.description);
        }));
    }

    ExportDescription exported_;
    Instant export_due_;
    ImportDescription imported_;
};

TEST_F(CatalogTransfers, ExportRequiresPointInTimeRecovery) {
    const std::string missing =
        "Table not found: arn:aws:dynamodb:us-east-1:123456789012:table/tbl";
    EXPECT_EQ(export_table(), missing);
    ASSERT_EQ(create(kOnDemandTable), "");
    EXPECT_EQ(export_table(), missing) << "the table is CREATING";
    settle();
    EXPECT_EQ(export_table(), "Point in time recovery is not enabled for table 'tbl'");
    keep_history();
    EXPECT_EQ(export_table(), "");
    EXPECT_EQ(exported_.table_arn, table().table_arn);
    EXPECT_EQ(exported_.table_id, table().table_id);
    EXPECT_EQ(exported_.specification.time, now) << "the default is the current time";
    EXPECT_EQ(export_due_, now + kDelayMs);
}

TEST_F(CatalogTransfers, ExportRefusesATimeOutsideTheRecoveryWindow) {
    create_on_demand();
    keep_history();
    const Instant since = now;
    now += 60 * kMinuteMs;
    const Instant latest = now - backup::kNotYetRestorableMs;
    EXPECT_EQ(export_table(since - 1), "Export Time is invalid");
    EXPECT_EQ(export_table(since), "");
    EXPECT_EQ(export_table(latest), "");
    EXPECT_EQ(
        export_table(latest + 1),
        "Point in Time Recovery is not available for specified export time"
    );
    EXPECT_EQ(export_table(now + 1), "Export Time is invalid");
}

TEST_F(CatalogTransfers, IncrementalExportTakesFifteenMinutesToOneDay) {
    create_on_demand();
    keep_history();
    const Instant since = now;
    now += 3 * kOneDayMs;
    const std::string period =
        "Difference between export period from time and export period to time is ";
    EXPECT_EQ(export_changes(since, since + 15 * kMinuteMs), "");
    EXPECT_EQ(export_changes(since, since + 15 * kMinuteMs - 1), period + "less than 15 minutes");
    EXPECT_EQ(export_changes(since, since + kOneDayMs), "");
    EXPECT_EQ(export_changes(since, since + kOneDayMs + 1), period + "greater than 24 hours");
    EXPECT_EQ(export_changes(now - 60 * kMinuteMs), "");
    EXPECT_EQ(exported_.specification.incremental->to, now)
        << "the default end is the current time";
}

TEST_F(CatalogTransfers, IncrementalExportStartsAfterTableAndRecovery) {
    create_on_demand();
    const Instant creation = table().creation_time;
    now += 60 * kMinuteMs;
    keep_history();
    now += 60 * kMinuteMs;
    EXPECT_NE(export_changes(creation - 1, creation + 20 * kMinuteMs), "");
    EXPECT_EQ(export_changes(creation, creation + 20 * kMinuteMs), "Export Time is invalid")
        << "recovery was enabled later";
    EXPECT_NE(export_changes(now - 20 * kMinuteMs, now + 1), "") << "the end is in the future";
}

TEST_F(CatalogTransfers, ImportMakesATableThatStaysCreating) {
    ASSERT_EQ(import_table(), "");
    settle();
    EXPECT_EQ(status(), "CREATING");
    EXPECT_TRUE(table().is_importing);
    EXPECT_EQ(imported_.table_id, table().table_id);
    EXPECT_EQ(imported_.specification.bucket_owner, "123456789012");
    EXPECT_NE(catalog.table_to_fill("tbl", imported_.table_id), nullptr);
    EXPECT_EQ(catalog.table_to_fill("tbl", "another id"), nullptr);
    catalog.end_import("tbl", imported_.table_id, true, now);
    EXPECT_EQ(status(), "ACTIVE");
    EXPECT_EQ(catalog.table_to_fill("tbl", imported_.table_id), nullptr);
}

TEST_F(CatalogTransfers, FailedImportDeletesItsTable) {
    ASSERT_EQ(import_table(), "");
    catalog.end_import("tbl", imported_.table_id, false, now);
    EXPECT_FALSE(catalog.describe_table("tbl"));
    EXPECT_FALSE(host->batches.back().definitions.at(0).definition);
    EXPECT_EQ(catalog.next_deadline(), kNever);
}

TEST_F(CatalogTransfers, EndOfAnImportDoesNotTouchAnotherTable) {
    create_on_demand();
    catalog.end_import("tbl", table().table_id, false, now);
    EXPECT_EQ(status(), "ACTIVE") << "no import fills it";
    catalog.end_import("none", "id", false, now);
    ASSERT_EQ(remove(), "");
    settle();
    ASSERT_EQ(import_table(), "");
    catalog.end_import("tbl", "another id", false, now);
    EXPECT_EQ(status(), "CREATING");
}

TEST_F(CatalogTransfers, ImportRefusesANameInUseBeforeOtherLimits) {
    const protocol::Result<void> refusal = protocol::errors::internal_server_error();
    EXPECT_EQ(import_table(refusal), refusal.error().message);
    EXPECT_FALSE(catalog.describe_table("tbl"));
    create_on_demand();
    EXPECT_EQ(import_table(refusal), "Table already exists: tbl");
}

TEST_F(CatalogTransfers, BulkOperationRequiresASettledTable) {
    EXPECT_EQ(put_in_bulk(), "Requested resource not found: Table: tbl not found");
    ASSERT_EQ(create(kProvisionedTable), "");
    EXPECT_NE(put_in_bulk(), "") << "the table is CREATING";
    settle();
    EXPECT_EQ(put_in_bulk(), "");
    ASSERT_EQ(
        update(R"("ProvisionedThroughput":)"
               R"({"ReadCapacityUnits":6,"WriteCapacityUnits":6})"),
        ""
    );
    EXPECT_EQ(status(), "UPDATING");
    EXPECT_EQ(put_in_bulk(), "") << "an update of the capacity is allowed";
    settle();
    ASSERT_EQ(remove(), "");
    EXPECT_NE(put_in_bulk().find("being deleted"), std::string::npos);
}

TEST_F(CatalogTransfers, BulkOperationWaitsForNewIndexes) {
    create_on_demand();
    ASSERT_EQ(
        update(R"("AttributeDefinitions":[{"AttributeName":"x","AttributeType":"S"}],)"
               R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"new","KeySchema":[)"
               R"({"AttributeName":"x","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}])"
        ),
        ""
    );
    EXPECT_NE(put_in_bulk().find("new"), std::string::npos);
    settle();
    EXPECT_EQ(put_in_bulk(), "");
}

}  // namespace
}  // namespace stator::engine::catalog
