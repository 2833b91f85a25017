#include "engine/inspection/backup_inspection.hpp"

#include <gtest/gtest.h>

#include "engine/administration.hpp"
#include "tests/support/database.hpp"

namespace stator::engine::inspection {
namespace {

using testing::Database;
using testing::item;
using testing::number;
using testing::text;

protocol::operations::items::PutItemRequest put(const std::string& table, int n) {
    return testing::put(table, item({{"pk", text("a")}, {"n", number(n)}}));
}

void back_up(Database& database, const std::string& table) {
    database.run("CreateBackup", R"({"TableName":")" + table + R"(","BackupName":"nightly"})");
}

void switch_recovery(Database& database, const std::string& table, bool on) {
    const std::string enabled = on ? "true" : "false";
    database.run(
        "UpdateContinuousBackups",
        R"({"TableName":")" + table +
            R"(","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":)" + enabled +
            "}}"
    );
}

TEST(BackupInspection, ListsEveryBackupOldestFirst) {
    Database database;
    database.create_table("Music", "pk:S");
    database.create_table("Other", "pk:S");
    database.run(put("Music", 1));
    constexpr int kMoreThanAPage = 101;
    for (int i = 0; i < kMoreThanAPage; ++i) back_up(database, "Music");
    back_up(database, "Other");
    const auto all = inspect_backups(database.universe());
    EXPECT_EQ(all.size(), 102U);
    const auto music = inspect_backups(database.universe(), "Music");
    ASSERT_EQ(music.size(), 101U);
    EXPECT_EQ(music.front().description.content.items, 1);
    EXPECT_GT(music.front().description.size_bytes, 0);
    EXPECT_LT(music.front().description.creation_time, music.back().description.creation_time);
    EXPECT_TRUE(inspect_backups(database.universe(), "Nobody").empty());
}

TEST(BackupInspection, CountsTheBackupsThatItWouldList) {
    Database database;
    database.create_table("Music", "pk:S");
    EXPECT_EQ(count_backups(database.universe()).backups, 0U);
    database.run(put("Music", 1));
    back_up(database, "Music");
    database.run(put("Music", 1'234'567));
    back_up(database, "Music");
    switch_recovery(database, "Music", true);
    database.run("DeleteTable", R"({"TableName":"Music"})");
    std::int64_t bytes = 0;
    for (const BackupState& backup : inspect_backups(database.universe())) {
        bytes += backup.description.size_bytes;
    }
    EXPECT_EQ(count_backups(database.universe()).backups, 3U);
    EXPECT_EQ(count_backups(database.universe()).bytes, bytes);
    EXPECT_GT(bytes, 0);
    constexpr std::int64_t kDayMs = 24LL * 3'600'000;
    database.clock().advance(36 * kDayMs);
    EXPECT_EQ(count_backups(database.universe()).backups, 2U) << "one has expired";
}

TEST(BackupInspection, ReportsTheHistoryOfEachTable) {
    Database database;
    database.create_table("Music", "pk:S");
    database.create_table("Other", "pk:S");
    switch_recovery(database, "Music", true);
    database.run(put("Music", 1));
    database.run(put("Music", 2));
    database.run(put("Other", 1));
    const auto states = inspect_histories(database.universe());
    ASSERT_EQ(states.size(), 2U);
    EXPECT_EQ(states[0].table, "Music");
    EXPECT_TRUE(states[0].recovery.enabled);
    EXPECT_EQ(states[0].recovery.earliest_restorable, Database::kStart);
    EXPECT_EQ(states[0].changes, 2U);
    EXPECT_GT(states[0].bytes, 0U);
    EXPECT_FALSE(states[1].recovery.enabled);
    EXPECT_EQ(states[1].changes, 0U);
    const Administration administration(database.engine(), database.universe());
    EXPECT_EQ(administration.history_memory().used_bytes, states[0].bytes);
    switch_recovery(database, "Music", false);
    EXPECT_EQ(administration.history_memory().used_bytes, 0U);
    EXPECT_EQ(inspect_histories(database.universe(), "Music").at(0).changes, 0U);
}

TEST(BackupInspection, CountsChangesForgottenAtTheMemoryLimit) {
    constexpr std::uint64_t kLimit = 10'000;
    Database database({.history_limit_bytes = kLimit});
    database.create_table("Music", "pk:S");
    switch_recovery(database, "Music", true);
    const Administration administration(database.engine(), database.universe());
    for (int i = 0; i < 2'000; ++i) database.run(put("Music", i));
    const auto memory = administration.history_memory();
    EXPECT_EQ(memory.limit_bytes, kLimit);
    const auto states = inspect_histories(database.universe());
    EXPECT_EQ(memory.forgotten_changes + states.at(0).changes, 2'000U);
    EXPECT_GT(memory.forgotten_changes, 0U);
}

}  // namespace
}  // namespace stator::engine::inspection
