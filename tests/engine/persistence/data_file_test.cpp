#include "engine/persistence/data_file.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>

#include "engine/persistence/changes/change_log.hpp"
#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite/migrations.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"
#include "tests/support/sealed_rows.hpp"

namespace stator::engine::persistence {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;

// Table 1 with `count` rows of 1,000 bytes, closed cleanly.
void make_file(const std::string& directory, std::uint64_t count) {
    const auto file = open_file(directory);
    const auto journal = file->start_journal();
    journal->append(define(1, 1, "d"));
    for (std::uint64_t row = 1; row <= count; ++row) {
        journal->append(put(row + 1, 1, row, std::string(1000, 'x')));
    }
    ASSERT_TRUE(journal->close());
}

TEST(DataFile, CreatesTheDirectoryAndItsParents) {
    const TemporaryDirectory directory;
    const std::string path = directory.path() + "/a/b/c";
    const auto file = open_file(path);
    EXPECT_TRUE(std::filesystem::exists(path + "/stator.db"));
    EXPECT_TRUE(file->tables().empty());
    EXPECT_EQ(file->last_sequence().value, 0U);
    EXPECT_EQ(file->last_table_number().value, 0U);
}

TEST(DataFile, LeavesOneFileWhenClosed) {
    const TemporaryDirectory directory;
    make_file(directory.path(), 10);
    const auto files = snapshot(directory.path());
    EXPECT_EQ(files.size(), 1U);
    EXPECT_TRUE(files.contains("stator.db"));
}

TEST(DataFile, ReturnsTablesAndItemsInOrder) {
    const TemporaryDirectory directory;
    for (const Durability durability :
         {Durability::Commit, Durability::Fsync, Durability::Relaxed}) {
        const auto file = open_file(directory.path(), durability);
        const auto journal = file->start_journal();
        journal->append(define(1, 10, "{\"ten\":true}"));
        journal->append(define(2, 2, "first"));
        journal->append(define(3, 2, "second"));
        journal->append(put(4, 2, 30, "c"));
        journal->append(put(5, 2, 4, ""));
        journal->append(put(6, 2, 300, "d"));
        EXPECT_TRUE(journal->close());
    }
    const auto file = open_file(directory.path());
    EXPECT_EQ(
        definitions(*file), "2 shared eu-west-1 second; 10 shared eu-west-1 {\"ten\":true}; "
    );
    EXPECT_EQ(rows(*file, 2), "4= 30=c 300=d");
    EXPECT_EQ(rows(*file, 10), "");
    EXPECT_EQ(file->last_sequence().value, 6U);
    EXPECT_EQ(file->last_table_number().value, 10U);
}

TEST(DataFile, RemembersTheNumberOfADroppedTable) {
    const TemporaryDirectory directory;
    {
        const auto file = open_file(directory.path());
        const auto journal = file->start_journal();
        journal->append(define(1, 1, "one"));
        journal->append(define(2, 2, "two"));
        journal->append(put(3, 2, 1, "x"));
        journal->append(drop(4, 2));
    }
    const auto file = open_file(directory.path());
    EXPECT_EQ(definitions(*file), "1 shared eu-west-1 one; ");
    EXPECT_EQ(file->last_table_number().value, 2U);
    EXPECT_THROW(rows(*file, 2), UnreadableDataFile);
}

TEST(DataFile, PassesOnAnExceptionOfTheVisitor) {
    const TemporaryDirectory directory;
    make_file(directory.path(), 3);
    const auto file = open_file(directory.path());
    const auto fail = [](std::uint64_t, std::string_view) { throw std::logic_error("mine"); };
    EXPECT_THROW(file->each_item(TableNumber{1}, fail), std::logic_error);
    EXPECT_TRUE(file->start_journal()->close());
}

// Earlier versions left the history of a dropped table behind.
TEST(DataFile, UpdatesItsSealsWhenItForgetsTheHistoryOfADroppedTable) {
    const TemporaryDirectory directory;
    make_file(directory.path(), 3);
    testing::write_sealed(
        directory.file(),
        "INSERT INTO item_history VALUES (99, 1, 0, 0, 1, x'00', row_sum(99, 1, 0, 0, 1, x'00'))"
    );
    {
        const auto file = open_file(directory.path());
        EXPECT_TRUE(file->start_journal()->close());
    }
    sqlite::Connection connection(directory.file());
    EXPECT_EQ(connection.integer("SELECT count(*) FROM item_history"), 0);
    sqlite::SealedReader reader(connection);
    EXPECT_EQ(reader.seal(sqlite::SealKind::History, 99), sqlite::Seal{});
}

// An empty data file has lost its contents, because a new data file is never empty.
TEST(DataFile, RefusesAnEmptyFile) {
    const TemporaryDirectory directory;
    write_file(directory.file(), "");
    EXPECT_THAT(refusal(directory.path()), HasSubstr("is empty, so all its data is lost"));
    EXPECT_EQ(snapshot(directory.path())["stator.db"], "");
}

// ---- Refusals ----

TEST(DataFile, RefusesADirectoryInUse) {
    const TemporaryDirectory directory;
    const auto file = open_file(directory.path());
    const auto expected = AllOf(HasSubstr("in use by another process"), HasSubstr("--db-path"));
    EXPECT_THAT(refusal(directory.path()), expected);
    const int status = in_child([&] {
        return refusal(directory.path()).find("in use") == std::string::npos ? 1 : 0;
    });
    EXPECT_EQ(status, 0);
}

// Like a file that is open in the sqlite3 shell.
TEST(DataFile, RefusesAFileThatSqliteHasLocked) {
    const TemporaryDirectory directory;
    make_file(directory.path(), 1);
    sqlite::Connection other(directory.file());
    other.execute("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    EXPECT_THAT(refusal(directory.path()), HasSubstr("in use by another process"));
}

TEST(DataFile, RefusesANewerVersionUntouched) {
    const TemporaryDirectory directory;
    make_file(directory.path(), 10);
    sqlite::Connection(directory.file())
        .execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA user_version = 99");
    const auto before = snapshot(directory.path());
    ASSERT_TRUE(before.contains("stator.db-wal")) << "the new version should still be in the log";
    EXPECT_THAT(
        refusal(directory.path()),
        AllOf(HasSubstr("newer Stator"), HasSubstr("99"), HasSubstr("run that Stator"))
    );
    EXPECT_TRUE(snapshot(directory.path()) == before);
}

// A change log with one batch, as a killed process leaves it.
void leave_log(const std::string& directory) {
    changes::ChangeLog log(directory, false, {1, 1});
    log.append(std::vector<ChangeBatch>{define(1, 1, "d")});
}

TEST(DataFile, RefusesTheLogOfAnOlderVersionUntouched) {
    const TemporaryDirectory directory;
    make_file(directory.path(), 1);
    sqlite::Connection(directory.file()).execute("PRAGMA user_version = 2");
    leave_log(directory.path());
    const auto before = snapshot(directory.path());
    EXPECT_THAT(
        refusal(directory.path()),
        AllOf(HasSubstr("older Stator (its data version is 2)"), HasSubstr("start that Stator"))
    );
    EXPECT_TRUE(snapshot(directory.path()) == before);
}

TEST(DataFile, RefusesALogWithoutItsFile) {
    const TemporaryDirectory directory;
    leave_log(directory.path());
    const std::string log = snapshot(directory.path())["stator.log"];
    EXPECT_THAT(refusal(directory.path()), HasSubstr("put that file back"));
    EXPECT_EQ(snapshot(directory.path())["stator.log"], log);
}

TEST(DataFile, RefusesTheLogOfAnotherDataFileUntouched) {
    const TemporaryDirectory directory;
    make_file(directory.path(), 1);
    leave_log(directory.path());
    const auto before = snapshot(directory.path());
    EXPECT_THAT(
        refusal(directory.path()),
        AllOf(HasSubstr("belongs to another data file"), HasSubstr("--accept-damage"))
    );
    EXPECT_TRUE(snapshot(directory.path()) == before);
}

TEST(DataFile, RefusesForeignFilesWithoutAChange) {
    const std::string old_sqlite = [] {
        const TemporaryDirectory other;
        sqlite::Connection(other.file()).execute("CREATE TABLE notes (text)");
        return snapshot(other.path())["stator.db"];
    }();

    const struct {
        const char* name;
        std::string bytes;
    } cases[] = {
        {"one byte", "x"},
        {"text", std::string(5000, 'x')},
        {"zeros", std::string(8192, '\0')},
        {"SQLite's first bytes only", old_sqlite.substr(0, 50)},
        {"a SQLite file of somebody else", old_sqlite},
    };

    for (const auto& [name, bytes] : cases) {
        const TemporaryDirectory directory;
        write_file(directory.file(), bytes);
        const auto before = snapshot(directory.path());
        EXPECT_THAT(
            refusal(directory.path()),
            AllOf(HasSubstr("is not a Stator data file"), HasSubstr("move it away"))
        ) << name;
        EXPECT_TRUE(snapshot(directory.path()) == before) << name;
    }
}

TEST(DataFile, RefusesATruncatedFileUntouched) {
    const TemporaryDirectory directory;
    make_file(directory.path(), 200);
    for (const std::uintmax_t size : {100'000, 8192, 5000, 4096, 1000, 100}) {
        std::filesystem::resize_file(directory.file(), size);
        const auto before = snapshot(directory.path());
        EXPECT_THAT(
            refusal(directory.path()), AllOf(HasSubstr("is damaged"), HasSubstr("--repair"))
        ) << size;
        EXPECT_TRUE(snapshot(directory.path()) == before) << size;
    }
}

TEST(DataFile, ReportsDamageOfItems) {
    const TemporaryDirectory directory;
    make_file(directory.path(), 200);
    std::string bytes = snapshot(directory.path())["stator.db"];
    bytes.replace(30 * 4096, 4096, std::string(4096, '\0'));
    write_file(directory.file(), bytes);
    const auto expected = AllOf(HasSubstr("stator.db is damaged"), HasSubstr("--repair"));
    EXPECT_THAT(refusal(directory.path()), expected) << "the pages of a small file are read first";
    const TemporaryDirectory other;
    make_file(other.path(), 200);
    sqlite::Connection(other.file()).execute("UPDATE items SET image = x'00' WHERE place % 9 = 5");
    const auto file = open_file(other.path());
    try {
        rows(*file, 1);
        FAIL() << "rows have changed";
    } catch (const UnreadableDataFile& error) {
        EXPECT_THAT(error.what(), expected);
    }
}

TEST(DataFile, ReportsDamageOfTheListOfTables) {
    const TemporaryDirectory directory;
    make_file(directory.path(), 1);
    {
        sqlite::Connection connection(directory.file());
        connection.set_checkpoint_on_close(true);
        connection.execute("DROP TABLE tables");
    }
    EXPECT_THAT(refusal(directory.path()), HasSubstr("is damaged (its list of tables"));
    {
        sqlite::Connection connection(directory.file());
        connection.set_checkpoint_on_close(true);
        connection.execute("DELETE FROM meta");
    }
    EXPECT_THAT(refusal(directory.path()), HasSubstr("is damaged"));
}

TEST(DataFile, RefusesPathsThatCannotContainIt) {
    const TemporaryDirectory directory;
    write_file(directory.path() + "/file", "mine");
    std::filesystem::create_directories(directory.path() + "/odd/stator.db");

    const struct {
        std::string path;
        const char* expected;
    } cases[] = {
        {directory.path() + "/file", "is a file, not a directory"},
        {directory.path() + "/file/below", "cannot be created"},
        {directory.path() + "/odd", "is not a Stator data file"},
        {"/proc/stator-data", "cannot be created"},
        {"/proc", "cannot be written"},
    };

    for (const auto& [path, expected] : cases) {
        EXPECT_THAT(refusal(path), AllOf(HasSubstr(expected), HasSubstr("--db-path"))) << path;
    }
    EXPECT_EQ(std::filesystem::file_size(directory.path() + "/file"), 4U);
}

// For example the volume of a container, which belongs to root.
TEST(DataFile, ReportsHowToMakeAnotherUsersDirectoryWritable) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
    const TemporaryDirectory directory;
    std::filesystem::permissions(directory.path(), std::filesystem::perms(0755));
    const int status = in_child([&] {
        if (::setgid(1000) != 0 || ::setuid(1000) != 0) return 2;
        const std::string fix =
            "it belongs to user 0 and this is user 1000, so run 'chown -R 1000 ";
        for (const char* below : {"", "/new/one"}) {
            const std::string sentence = refusal(directory.path() + below);
            if (sentence.find(fix + directory.path() + "'") == std::string::npos) return 1;
            if (sentence.find("the container with --user 0 or") == std::string::npos) return 1;
        }
        return 0;
    });
    EXPECT_EQ(status, 0);
}

TEST(DataFile, RefusesANewFileIfTheDiskIsFull) {
    const TemporaryDirectory directory;
    const int status = in_child([&] {
        std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{2000, RLIM_INFINITY};
        ::setrlimit(RLIMIT_FSIZE, &limit);
        return refusal(directory.path()).find("check its disk") == std::string::npos ? 1 : 0;
    });
    EXPECT_EQ(status, 0);
    EXPECT_EQ(refusal(directory.path()), "");
}

}  // namespace
}  // namespace stator::engine::persistence
