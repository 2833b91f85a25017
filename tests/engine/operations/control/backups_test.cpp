// Backups, point-in-time recovery and restores, through the whole engine.
#include <gtest/gtest.h>

#include <map>
#include <random>
#include <string>
#include <vector>

#include "engine/persistence/sqlite/connection.hpp"
#include "tests/support/database.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::operations::control {
namespace {

using testing::Database;
using testing::item;
using testing::number;
using testing::text;

constexpr std::int64_t kFiveMinutesMs = 300'000;

std::string of_table(const std::string& table, const std::string& more = "") {
    return R"({"TableName":")" + table + "\"" + more + "}";
}

protocol::operations::items::PutItemRequest put(
    const std::string& table, const std::string& pk, int n, const std::string& g
) {
    return testing::put(table, item({{"pk", text(pk)}, {"n", number(n)}, {"g", text(g)}}));
}

protocol::operations::items::DeleteItemRequest remove(
    const std::string& table, const std::string& pk
) {
    return testing::remove(table, item({{"pk", text(pk)}}));
}

void create_indexed(Database& database, const std::string& table) {
    database.create_table(
        table,
        "pk:S",
        "g:S",
        R"("GlobalSecondaryIndexes":[{"IndexName":"by_g","KeySchema":[{"AttributeName":"g",)"
        R"("KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}])"
    );
}

std::string scan(Database& database, const std::string& table, const std::string& more = "") {
    return database.run("Scan", of_table(table, more));
}

std::string backup(Database& database, const std::string& table) {
    return database.member(
        "CreateBackup", of_table(table, R"(,"BackupName":"nightly")"), "BackupArn"
    );
}

std::string restore(Database& database, const std::string& arn, const std::string& target) {
    return database.run(
        "RestoreTableFromBackup",
        R"({"BackupArn":")" + arn + R"(","TargetTableName":")" + target + "\"}"
    );
}

std::string restore_at(
    Database& database, const std::string& source, const std::string& target, Instant time
) {
    const std::string seconds = std::to_string(time.unix_ms() / 1'000) + "." +
                                std::to_string(1'000 + time.unix_ms() % 1'000).substr(1);
    return database.run(
        "RestoreTableToPointInTime",
        R"({"SourceTableName":")" + source + R"(","TargetTableName":")" + target +
            R"(","RestoreDateTime":)" + seconds + "}"
    );
}

void keep_history(Database& database, const std::string& table) {
    const std::string reply = database.run(
        "UpdateContinuousBackups",
        of_table(
            table, R"(,"PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":true})"
        )
    );
    EXPECT_NE(reply.find(R"("PointInTimeRecoveryStatus":"ENABLED")"), std::string::npos) << reply;
}

TEST(Backups, ContainTheTableAtTheirTime) {
    Database database;
    create_indexed(database, "tbl");
    database.run(put("tbl", "a", 1, "x"));
    database.run(put("tbl", "b", 2, "y"));
    const std::string before = scan(database, "tbl");
    const std::string index_before = scan(database, "tbl", R"(,"IndexName":"by_g")");
    const std::string arn = backup(database, "tbl");
    database.run(put("tbl", "a", 9, "z"));
    database.run(remove("tbl", "b"));
    ASSERT_TRUE(restore(database, arn, "copy").starts_with("{\"TableDescription\""));
    EXPECT_EQ(scan(database, "copy"), before);
    EXPECT_EQ(scan(database, "copy", R"(,"IndexName":"by_g")"), index_before);
    // The restored table is independent of its source.
    database.run(put("copy", "c", 3, "x"));
    ASSERT_TRUE(restore(database, arn, "again").starts_with("{\"TableDescription\""));
    EXPECT_EQ(scan(database, "again"), before);
}

TEST(Backups, AreListedInTheOrderOfTheirCreation) {
    Database database;
    create_indexed(database, "other");
    create_indexed(database, "tbl");
    const auto remove = [&](const std::string& arn) {
        database.run("DeleteBackup", R"({"BackupArn":")" + arn + "\"}");
    };
    const std::string of_other = backup(database, "other");
    const std::string gone = backup(database, "tbl");
    const std::string first = backup(database, "tbl");
    remove(of_other);
    remove(gone);
    const std::string second = backup(database, "tbl");
    const std::string listed = database.run("ListBackups", of_table("tbl"));
    EXPECT_NE(listed.find(first), std::string::npos) << listed;
    EXPECT_LT(listed.find(first), listed.find(second)) << listed;
}

TEST(Backups, LeaveOutAnIndexThatIsBeingDeleted) {
    Database database({.index_delay_ms = 60'000});
    create_indexed(database, "tbl");
    database.run(put("tbl", "a", 1, "x"));
    database.run(
        "UpdateTable",
        of_table("tbl", R"(,"GlobalSecondaryIndexUpdates":[{"Delete":{"IndexName":"by_g"}}])")
    );
    const std::string arn = backup(database, "tbl");
    const std::string restored = restore(database, arn, "copy");
    ASSERT_TRUE(restored.starts_with("{\"TableDescription\"")) << restored;
    EXPECT_EQ(restored.find("by_g"), std::string::npos) << restored;
    EXPECT_EQ(scan(database, "copy"), scan(database, "tbl"));
}

TEST(Backups, OutliveTheirTable) {
    Database database;
    create_indexed(database, "tbl");
    database.run(put("tbl", "a", 1, "x"));
    const std::string before = scan(database, "tbl");
    const std::string arn = backup(database, "tbl");
    database.run("DeleteTable", of_table("tbl"));
    create_indexed(database, "tbl");
    ASSERT_TRUE(restore(database, arn, "copy").starts_with("{\"TableDescription\""));
    EXPECT_EQ(scan(database, "copy"), before);
    EXPECT_EQ(scan(database, "tbl"), R"({"Items":[],"Count":0,"ScannedCount":0})");
}

TEST(Backups, SurviveARestart) {
    const testing::TemporaryDirectory directory;
    std::string arn;
    std::string before;
    std::string described;
    const std::string what = R"({"BackupArn":")";
    {
        Database database({}, directory.path());
        create_indexed(database, "tbl");
        for (int i = 0; i < 50; ++i) {
            database.run(put("tbl", "k" + std::to_string(i), i, "x"));
        }
        before = scan(database, "tbl");
        arn = backup(database, "tbl");
        database.run(remove("tbl", "k7"));
        described = database.run("DescribeBackup", what + arn + "\"}");
        ASSERT_TRUE(restore(database, arn, "first").starts_with("{\"TableDescription\""));
        ASSERT_TRUE(database.close());
    }
    Database database({}, directory.path(), Database::kStart + 1);
    EXPECT_EQ(database.run("DescribeBackup", what + arn + "\"}"), described);
    EXPECT_EQ(scan(database, "first"), before);
    ASSERT_TRUE(restore(database, arn, "second").starts_with("{\"TableDescription\""));
    EXPECT_EQ(scan(database, "second"), before);
    EXPECT_NE(scan(database, "tbl"), before);
    database.run("DeleteBackup", what + arn + "\"}");
    EXPECT_EQ(
        database.run("DescribeBackup", what + arn + "\"}"),
        "BackupNotFoundException: Backup not found: " + arn
    );
    ASSERT_TRUE(database.close());
}

// Makes the file what a Stator without backups left behind: data version 7.
void age(const std::string& file) {
    persistence::sqlite::Connection connection(file);
    std::string sql = "DROP TABLE seals; DROP TABLE item_history;";
    {
        persistence::sqlite::Statement tables(connection, "SELECT number, own FROM row_sets");
        while (tables.step()) {
            const std::string name = "items_" + std::to_string(tables.column_integer(0));
            sql += "CREATE TABLE " + name + " (row_id INTEGER PRIMARY KEY, image BLOB NOT NULL);" +
                   "INSERT INTO " + name + " SELECT place & ((1 << 36) - 1), image FROM items" +
                   " WHERE place >> 36 = " + std::to_string(tables.column_integer(1)) + ";";
        }
        sql +=
            "DROP TABLE items; DROP TABLE row_sets;"
            "CREATE TABLE table_shares (number INTEGER PRIMARY KEY, base INTEGER NOT NULL);";
    }
    {
        persistence::sqlite::Statement tables(
            connection,
            "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%sum INTEGER%'"
            " AND name NOT IN ('seals', 'item_history', 'items', 'row_sets')"
        );
        while (tables.step()) {
            const std::string name(tables.column_bytes(0));
            sql += "ALTER TABLE " + name + " DROP COLUMN sum;";
        }
    }
    connection.execute(
        sql +
        "DELETE FROM meta WHERE key NOT LIKE 'last_%';"
        "ALTER TABLE tables DROP COLUMN is_backup; PRAGMA user_version = 7"
    );
}

TEST(Backups, AreMadeOfTablesOfAnOlderDataFile) {
    const testing::TemporaryDirectory directory;
    std::string before;
    {
        Database database({}, directory.path());
        create_indexed(database, "tbl");
        database.run(put("tbl", "a", 1, "x"));
        before = scan(database, "tbl");
        ASSERT_TRUE(database.close());
    }
    age(directory.file());
    std::string arn;
    {
        Database database({}, directory.path(), Database::kStart + 1);
        EXPECT_EQ(scan(database, "tbl"), before);
        EXPECT_EQ(
            database.run("ListBackups", R"({"BackupType":"ALL"})"), R"({"BackupSummaries":[]})"
        );
        arn = backup(database, "tbl");
        keep_history(database, "tbl");
        database.clock().advance(1);
        database.run(put("tbl", "a", 2, "y"));
        ASSERT_TRUE(database.close());
    }
    Database database({}, directory.path(), Database::kStart + kFiveMinutesMs + 2);
    ASSERT_TRUE(restore(database, arn, "copy").starts_with("{\"TableDescription\""));
    EXPECT_EQ(scan(database, "copy"), before);
    ASSERT_TRUE(restore_at(database, "tbl", "past", Database::kStart + 1)
                    .starts_with("{\"TableDescription\""));
    EXPECT_EQ(scan(database, "past"), before);
    EXPECT_TRUE(database.close());
}

// A restored table must not share rows that the data file drops with the backup.
TEST(Backups, CanBeDeletedWhileTheyAreRestored) {
    const testing::TemporaryDirectory directory;
    std::string before;
    {
        Database database({}, directory.path());
        create_indexed(database, "tbl");
        database.run(put("tbl", "a", 1, "x"));
        before = scan(database, "tbl");
        const std::string arn = backup(database, "tbl");
        auto& catalog = database.universe().region("us-east-1");
        const auto source = catalog.backup_to_restore(arn);
        ASSERT_TRUE(source.has_value());
        database.run("DeleteBackup", R"({"BackupArn":")" + arn + "\"}");
        const auto made = catalog.restore_table(*source, {"copy", {}}, database.clock().now());
        ASSERT_TRUE(made.has_value());
        database.universe().run_due();
        EXPECT_EQ(scan(database, "copy"), before);
        ASSERT_TRUE(database.close());
    }
    Database database({}, directory.path());
    EXPECT_EQ(scan(database, "copy"), before);
}

TEST(Backups, AreCopiedWithTheirUniverseAndBack) {
    const testing::TemporaryDirectory directory;
    Database database({}, directory.path());
    create_indexed(database, "tbl");
    database.run(put("tbl", "a", 1, "x"));
    const std::string before = scan(database, "tbl");
    const std::string arn = backup(database, "tbl");
    keep_history(database, "tbl");
    database.run(put("tbl", "a", 2, "x"));
    database.engine().copy_universe("", "fork");
    database.run("DeleteBackup", R"({"BackupArn":")" + arn + "\"}");
    database.engine().copy_universe("fork", "");
    ASSERT_TRUE(restore(database, arn, "copy").starts_with("{\"TableDescription\"")) << arn;
    EXPECT_EQ(scan(database, "copy"), before);
    database.clock().advance(kFiveMinutesMs + 1'000);
    database.run(put("tbl", "a", 3, "x"));
    ASSERT_TRUE(
        restore_at(database, "tbl", "past", Database::kStart).starts_with("{\"TableDescription\"")
    );
    EXPECT_TRUE(database.close());
}

TEST(PointInTimeRecovery, LeavesASystemBackupOfADeletedTable) {
    Database database;
    create_indexed(database, "tbl");
    keep_history(database, "tbl");
    database.run(put("tbl", "a", 1, "x"));
    const std::string before = scan(database, "tbl");
    database.run("DeleteTable", of_table("tbl"));
    database.universe().run_due();
    const std::string listed = database.run("ListBackups", R"({"BackupType":"SYSTEM"})");
    EXPECT_NE(listed.find(R"("BackupName":"tbl$DeletedTableBackup")"), std::string::npos) << listed;
    const std::string arn =
        database.member("ListBackups", R"({"BackupType":"SYSTEM"})", "BackupArn");
    ASSERT_TRUE(restore(database, arn, "back").starts_with("{\"TableDescription\""));
    EXPECT_EQ(scan(database, "back"), before);
    constexpr std::int64_t kThirtyFiveDaysMs = 35LL * 24 * 3'600'000;
    database.clock().advance(kThirtyFiveDaysMs);
    database.universe().run_due();
    EXPECT_EQ(database.run("ListBackups", R"({"BackupType":"ALL"})"), R"({"BackupSummaries":[]})");
}

// A table with random writes, and its items after each of them.
class Past {
public:
    explicit Past(Database& database) : database_(database) {}

    void write(std::mt19937& random) {
        const std::string pk = "k" + std::to_string(random() % 40);
        if (random() % 4 == 0) {
            database_.run(remove("tbl", pk));
            items_.erase(pk);
        } else {
            const int n = static_cast<int>(random() % 1'000);
            const std::string g = "g" + std::to_string(random() % 5);
            database_.run(put("tbl", pk, n, g));
            items_[pk] = {n, g};
        }
        moments_[now()] = items_;
    }

    Instant now() const { return database_.universe().now(); }

    using Items = std::map<std::string, std::pair<int, std::string>>;

    std::map<Instant, Items> moments_;
    Items items_;

private:
    Database& database_;
};

// Expects the items and index entries that a newly filled table would have.
void expect_items(Database& database, const std::string& table, const Past::Items& items) {
    const std::string model = "model";
    database.run("DeleteTable", of_table(model));
    database.universe().run_due();
    create_indexed(database, model);
    for (const auto& [pk, value] : items) {
        database.run(put(model, pk, value.first, value.second));
    }
    EXPECT_EQ(scan(database, table), scan(database, model));
    const std::string index = R"(,"IndexName":"by_g")";
    EXPECT_EQ(scan(database, table, index), scan(database, model, index));
}

TEST(PointInTimeRecovery, RestoresTwoHundredTimesAcrossARestart) {
    constexpr int kWrites = 400;
    constexpr int kMoments = 200;
    const testing::TemporaryDirectory directory;
    std::mt19937 random(7);
    std::map<Instant, Past::Items> moments;
    Past::Items items;
    Instant half;
    const auto write = [&](Database& database) {
        Past past(database);
        past.items_ = items;
        for (int i = 0; i < kWrites; ++i) {
            past.write(random);
            database.clock().advance(static_cast<std::int64_t>(random() % 2'000));
        }
        items = past.items_;
        moments.merge(past.moments_);
    };
    {
        Database database({}, directory.path());
        create_indexed(database, "tbl");
        keep_history(database, "tbl");
        write(database);
        half = database.universe().now();
        ASSERT_TRUE(database.close());
    }
    Database database({}, directory.path(), half + 1);
    write(database);
    database.clock().advance(kFiveMinutesMs);
    const Instant first = moments.begin()->first;
    const Instant last = moments.rbegin()->first;
    for (int i = 0; i < kMoments; ++i) {
        const Instant moment = first + static_cast<std::int64_t>(random()) % (last - first);
        const std::string reply = restore_at(database, "tbl", "past", moment);
        ASSERT_TRUE(reply.starts_with("{\"TableDescription\"")) << reply;
        const auto after = moments.upper_bound(moment);
        expect_items(database, "past", std::prev(after)->second);
        if (HasFailure()) return;
        database.run("DeleteTable", of_table("past"));
        database.universe().run_due();
    }
    EXPECT_TRUE(database.close());
}

TEST(PointInTimeRecovery, RefusesTimesOutsideTheRecoveryWindow) {
    Database database;
    create_indexed(database, "tbl");
    EXPECT_EQ(
        restore_at(database, "tbl", "past", Database::kStart),
        "PointInTimeRecoveryUnavailableException: Point in time recovery is not enabled for table "
        "'tbl'"
    );
    keep_history(database, "tbl");
    database.clock().advance(kFiveMinutesMs);
    const std::string refused =
        restore_at(database, "tbl", "past", Database::kStart + kFiveMinutesMs);
    EXPECT_TRUE(refused.starts_with("InvalidRestoreTimeException: ")) << refused;
    EXPECT_EQ(database.run("DescribeTable", of_table("past")).substr(0, 8), "Resource");
}

}  // namespace
}  // namespace stator::engine::operations::control
