#include "engine/persistence/sqlite/migrations.hpp"

#include <vector>

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

constexpr Migration kFirst{1, "CREATE TABLE pets (name TEXT); INSERT INTO pets VALUES ('Rex')"};
constexpr Migration kSecond{2, "ALTER TABLE pets ADD COLUMN legs INTEGER NOT NULL DEFAULT 4"};
constexpr Migration kThird{3, "UPDATE pets SET legs = legs - 1"};
constexpr Migration kBroken{3, "UPDATE pets SET legs = 0; UPDATE ghosts SET legs = 1"};

TEST(Migrations, VersionsAreOneTwoThree) {
    std::int64_t expected = 1;
    for (const Migration& step : migrations()) EXPECT_EQ(step.version, expected++);
}

TEST(Migrations, MarksANewFileAsStators) {
    const TemporaryDirectory directory;
    Connection connection(directory.file());
    migrate(connection, migrations());
    EXPECT_EQ(connection.integer("PRAGMA application_id"), kApplicationId);
    EXPECT_EQ(connection.integer("PRAGMA user_version"), migrations().back().version);
}

TEST(Migrations, AnOlderFileGetsOnlyTheMissingSteps) {
    const TemporaryDirectory directory;
    Connection connection(directory.file());
    migrate(connection, std::vector{kFirst});
    migrate(connection, std::vector{kFirst, kSecond, kThird});
    EXPECT_EQ(connection.integer("PRAGMA user_version"), 3);
    EXPECT_EQ(connection.integer("SELECT legs FROM pets WHERE name = 'Rex'"), 3);

    migrate(connection, std::vector{kFirst, kSecond, kThird});
    EXPECT_EQ(connection.integer("SELECT legs FROM pets"), 3);
}

TEST(Migrations, AStepThatFailsLeavesTheFileUnchanged) {
    const TemporaryDirectory directory;
    Connection connection(directory.file());
    migrate(connection, std::vector{kFirst, kSecond});
    EXPECT_THROW(migrate(connection, std::vector{kFirst, kSecond, kBroken}), Error);
    EXPECT_EQ(connection.integer("PRAGMA user_version"), 2);
    EXPECT_EQ(connection.integer("SELECT legs FROM pets"), 4);
}

// The tokens of transactions had their own table before entries existed.
TEST(Migrations, TokensOfVersionFourBecomeEntries) {
    const testing::TemporaryDirectory directory;
    {
        Connection connection(directory.file());
        migrate(connection, migrations().first(4));
        Statement put(connection, "INSERT INTO tokens VALUES (?1, ?2, ?3, ?4)");
        const auto add = [&](std::string_view key, std::string_view print, std::int64_t expires_ms
                         ) {
            put.bind_blob(1, key);
            put.bind_blob(2, print);
            put.bind(3, expires_ms);
            put.bind_text(4, print.empty() ? "" : "2.5 tbl\n");
            put.run();
        };
        add(std::string_view("a\0eu-west-1\0Op\0tok", 18), std::string_view("\0\xFFprint", 7), 9);
        add(std::string_view("\0us-east-1\0Op\0tok", 17), "print", 8);
        add(std::string_view("a\0us-east-1\0Op\0forgotten", 24), "", 0);
    }
    const auto file = open_file(directory.path());
    std::vector<EntryRow> rows;
    file->each_entry([&](EntryRow row) { rows.push_back(std::move(row)); });
    ASSERT_EQ(rows.size(), 2U);
    const std::string key("Op\0tok", 6);
    EXPECT_EQ(rows[0], (EntryRow{"tokens", "", "us-east-1", key, "print2.5 tbl\n", Instant(8)}));
    const std::string value("\0\xFFprint2.5 tbl\n", 15);
    EXPECT_EQ(rows[1], (EntryRow{"tokens", "a", "eu-west-1", key, value, Instant(9)}));
}

// Up to version 5, all universes shared one clock.
TEST(Migrations, TheClockOfVersionFiveBecomesTheClockOfEachUniverse) {
    for (const bool follows : {false, true}) {
        const testing::TemporaryDirectory directory;
        {
            Connection connection(directory.file());
            migrate(connection, migrations().first(5));
            connection.execute(
                "INSERT INTO clock VALUES (1, " + std::to_string(static_cast<int>(follows)) +
                ", 1767225600000, 1750000000000, 250000);"
                "INSERT INTO tables VALUES (1, 'a', 'us-east-1', '{}'), (2, 'a', 'eu-west-1', '{}')"
            );
        }
        const std::string setting = "=1767225600000 1750000000000 250000; ";
        EXPECT_EQ(
            entries(*open_file(directory.path())),
            follows ? "" : "clock///setting" + setting + "clock/a//setting" + setting
        );
    }
}

void make_file_of_version_seven(const std::string& path) {
    Connection connection(path);
    migrate(connection, migrations().first(7));
    connection.execute(
        "INSERT INTO tables VALUES (1, 'a', 'us-east-1', '{}'), (2, '', 'eu-west-1', '{}');"
        "INSERT INTO streams VALUES (3, 'a', 'us-east-1', '{}');"
        "INSERT INTO entries VALUES ('clock', 'a', '', x'6B', x'76', NULL);"
        "INSERT INTO table_shares VALUES (2, 9);"
        "UPDATE meta SET value = 40 WHERE key = 'last_sequence';"
        "UPDATE meta SET value = 9 WHERE key = 'last_table_number';"
        "CREATE TABLE items_1 (row_id INTEGER PRIMARY KEY, image BLOB NOT NULL);"
        "CREATE TABLE items_2 (row_id INTEGER PRIMARY KEY, image BLOB NOT NULL);"
        "CREATE TABLE rows_9 (row_id INTEGER PRIMARY KEY, image BLOB NOT NULL)"
    );
    for (const std::string table : {"items_1", "rows_9"}) {
        Statement put(connection, "INSERT INTO " + table + " VALUES (?1, ?2)");
        for (const std::int64_t row : {4, 7}) {
            const auto item = image(table + "." + std::to_string(row));
            put.bind(1, row);
            put.bind_blob(2, item->payload());
            put.run();
        }
    }
}

// "2 in 1 is backup; …", and "position time what row=text; …"
std::string kinds(DataFile& file) {
    std::string text;
    for (const StoredTable& table : file.tables()) {
        text += std::to_string(table.number.value);
        if (table.base) text += " in " + std::to_string(table.base->value);
        text += table.is_backup ? " is backup; " : "; ";
    }
    return text;
}

std::string changes(DataFile& file, std::uint32_t table) {
    std::string text;
    file.each_change(TableNumber{table}, [&](const StoredChange& change) {
        text += std::to_string(change.position) + " " + std::to_string(change.time.unix_ms()) +
                (change.is_insertion ? " new " : " was ") + std::to_string(change.row_id) + "=" +
                text_of(change.payload) + "; ";
    });
    return text;
}

// After the migration the tables are not backups and have no history. Everything else is unchanged.
TEST(Migrations, AFileOfVersionSevenKeepsEverythingAndTakesBackupsAndHistories) {
    const testing::TemporaryDirectory directory;
    make_file_of_version_seven(directory.file());
    for (const bool is_migrated : {false, true}) {
        const auto file = open_file(directory.path());
        EXPECT_EQ(kinds(*file), is_migrated ? "1; 2 in 1; 10 is backup; " : "1; 2 in 1; ");
        EXPECT_EQ(rows(*file, 1), "4=items_1.4 7=items_1.7");
        EXPECT_EQ(rows(*file, 2), "");
        std::string base;
        file->each_base_item(BaseNumber{1}, [&](std::uint64_t row, std::string_view payload) {
            base += std::to_string(row) + "=" + text_of(payload) + " ";
        });
        EXPECT_EQ(base, "4=rows_9.4 7=rows_9.7 ");
        ASSERT_EQ(file->streams().size(), 1U);
        EXPECT_EQ(file->streams().front().number.value, 3U);
        EXPECT_EQ(entries(*file), "clock/a//k=v; ");
        EXPECT_EQ(file->last_sequence().value, is_migrated ? 41U : 40U);
        EXPECT_EQ(file->last_table_number().value, is_migrated ? 10U : 9U);
        EXPECT_EQ(changes(*file, 1), is_migrated ? "0 5 new 4=new; 1 6 was 7=old; " : "");
        const auto journal = file->start_journal();
        if (!is_migrated) {
            ChangeBatch batch{SequenceNumber{41}};
            batch.definitions.push_back({TableNumber{10}, {"a", "us-east-1"}, "{}", true});
            batch.history.push_back({TableNumber{1}, 0, 0, Instant(5), true, 4, image("new")});
            batch.history.push_back({TableNumber{1}, 1, 0, Instant(6), false, 7, image("old")});
            journal->append(std::move(batch));
        }
        EXPECT_TRUE(journal->close());
    }
}

// A crash between the creation of the file and its schema looks like this.
TEST(Migrations, DataFileMigratesAFileWithoutSchema) {
    const TemporaryDirectory directory;
    {
        Connection connection(directory.file());
        connection.execute("PRAGMA application_id = " + std::to_string(kApplicationId));
    }
    EXPECT_EQ(refusal(directory.path()), "");
    Connection connection(directory.file());
    EXPECT_EQ(connection.integer("PRAGMA user_version"), migrations().back().version);
}

}  // namespace
}  // namespace stator::engine::persistence::sqlite
