#include "engine/universes/snapshot_description.hpp"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::universes {
namespace {

using testing::Database;
using testing::item;
using testing::number;
using testing::put;
using testing::text;

class SnapshotDescriptionTest : public ::testing::Test {
protected:
    SnapshotDescription described(bool counts_items = true) const {
        auto result = describe_snapshot(directory_.path(), counts_items);
        if (const auto* error = std::get_if<persistence::DataFileError>(&result)) {
            ADD_FAILURE() << error->message;
            return {};
        }
        return std::get<SnapshotDescription>(std::move(result));
    }

    testing::TemporaryDirectory directory_;
};

TEST_F(SnapshotDescriptionTest, ListsTablesByRegionAndName) {
    {
        Database database({}, directory_.path());
        database.create_table("bbb", "pk:S");
        database.create_table("aaa", "pk:S");
        database.run(
            "CreateTable",
            R"({"TableName":"ccc","BillingMode":"PAY_PER_REQUEST","KeySchema":[{"AttributeName":"pk",
            "KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})",
            "eu-west-1"
        );
        database.run(put("aaa", item({{"pk", text("x")}, {"n", number(1)}})));
        database.run(put("aaa", item({{"pk", text("y")}})));
        database.run(testing::remove("aaa", item({{"pk", text("y")}})));
        ASSERT_TRUE(database.close());
    }
    const SnapshotDescription description = described();
    ASSERT_EQ(description.tables.size(), 3U);
    std::string names;
    for (const SnapshotTable& table : description.tables) {
        names += table.region + "/" + table.description.name + " ";
    }
    EXPECT_EQ(names, "eu-west-1/ccc us-east-1/aaa us-east-1/bbb ");
    EXPECT_EQ(description.tables[1].items, 1);
    EXPECT_EQ(description.tables[1].bytes, 2 + 1 + 1 + 2);  // pk x, n 1
    EXPECT_EQ(description.tables[2].items, 0);
    EXPECT_EQ(described(false).tables[1].items, 0) << "items are not counted";
}

TEST_F(SnapshotDescriptionTest, CountsSharedItemsOfARestoredTable) {
    {
        Database database({}, directory_.path());
        database.create_table("tbl", "pk:S");
        for (int i = 0; i < 5; ++i) {
            database.run(put("tbl", item({{"pk", text("k" + std::to_string(i))}})));
        }
        const std::string arn = database.member(
            "CreateBackup", R"({"TableName":"tbl","BackupName":"nightly"})", "BackupArn"
        );
        database.run(
            "RestoreTableFromBackup", R"({"TargetTableName":"copy","BackupArn":")" + arn + "\"}"
        );
        database.run(put("copy", item({{"pk", text("k0")}, {"n", number(1)}})));
        database.run(testing::remove("copy", item({{"pk", text("k1")}})));
        database.run(put("copy", item({{"pk", text("new")}})));
        ASSERT_TRUE(database.close());
    }
    const SnapshotDescription description = described();
    ASSERT_EQ(description.tables.size(), 2U) << "a backup is not a table";
    EXPECT_EQ(description.tables[0].description.name, "copy");
    EXPECT_EQ(description.tables[0].items, 5);
    EXPECT_EQ(description.tables[1].items, 5);
}

TEST_F(SnapshotDescriptionTest, IgnoresOtherUniverses) {
    constexpr Instant kFrozen{1'767'225'600'000};
    {
        Database database({}, directory_.path());
        database.create_table("tbl", "pk:S");
        database.engine().copy_universe("", "other");
        database.universe().clock().freeze(kFrozen);
        database.universe().record_clock();
        ASSERT_TRUE(database.close());
    }
    const SnapshotDescription description = described();
    EXPECT_EQ(description.tables.size(), 1U);
    EXPECT_FALSE(description.origin) << "the data file is not a snapshot";
    ASSERT_TRUE(description.clock);
    EXPECT_EQ(description.clock->virtual_time, kFrozen);
}

TEST_F(SnapshotDescriptionTest, ReportsAMissingOrDamagedFile) {
    const auto refused = [&] {
        const auto result = describe_snapshot(directory_.path(), false);
        return std::holds_alternative<persistence::DataFileError>(result);
    };
    EXPECT_TRUE(refused()) << "the file does not exist";
    testing::write_file(directory_.path() + "/stator.db", "no data file");
    EXPECT_TRUE(refused());
}

}  // namespace
}  // namespace stator::engine::universes
