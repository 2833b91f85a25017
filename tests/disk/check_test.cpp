// `stator check` on files that are broken on purpose: its output, the data that it saves, and that
// the original does not change.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "engine/base/clock.hpp"
#include "engine/data_check.hpp"
#include "engine/persistence/changes/change_log.hpp"
#include "engine/persistence/left_over_logs.hpp"
#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/row_seals.hpp"
#include "protocol/values/item_flaw.hpp"
#include "tests/disk/fixture_files.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"
#include "tests/support/sealed_rows.hpp"
#include "tools/check/command.hpp"

namespace stator::disk {
namespace {

namespace ep = engine::persistence;
namespace pv = protocol::values;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::HasSubstr;
using testing::TemporaryDirectory;
using testing::write_file;

constexpr std::uint64_t kItems = 600;
constexpr std::size_t kFilePageBytes = 8'192;

// A command's exit status and its output.
struct Said {
    int code = 0;
    std::string out;
    std::string err;
};

Said run(const std::vector<std::string>& arguments) {
    const engine::SystemClock clock;
    std::ostringstream out;
    std::ostringstream err;
    std::vector<std::string> line = {"check"};
    line.insert(line.end(), arguments.begin(), arguments.end());
    const int code = tools::check::run_command(line, clock, out, err);
    return {code, out.str(), err.str()};
}

pv::ItemImagePtr song(std::uint64_t number) {
    const auto text = [](std::string_view value) {
        return pv::AttributeValue::scalar(pv::AttributeType::String, value);
    };
    const auto artist = text("Artist " + std::to_string(number));
    const auto title = text(std::string(400, 'x'));
    pv::ItemBuilder builder;
    builder.add("Artist", artist.view());
    builder.add("Song", title.view());
    return builder.build();
}

class CheckTest : public ::testing::Test {
protected:
    // The fixture of the newest version, so that current writers can change it.
    CheckTest() {
        std::filesystem::create_directory(data());
        take_fixture(kNewest, data());
    }

    std::string data() const { return directory_.path() + "/data"; }

    std::string repaired() const { return directory_.path() + "/data.repaired"; }

    std::string file() const { return data() + "/stator.db"; }

    // Adds items to the table of number 1.
    void add_items() const {
        const auto opened = ep::open_file(data());
        const auto journal = opened->start_journal();
        for (std::uint64_t number = 1; number <= kItems; ++number) {
            ep::ChangeBatch batch;
            batch.sequence = {number + 5};
            batch.rows.push_back({{1}, 10 + number, song(number)});
            journal->append(std::move(batch));
        }
        ASSERT_TRUE(journal->close());
    }

    // Like damage: without updating the seals.
    void execute(const std::string& sql) const {
        ep::sqlite::Connection connection(file());
        connection.set_checkpoint_on_close(true);
        connection.execute("PRAGMA locking_mode = EXCLUSIVE");
        connection.execute(sql);
    }

    // Like a Stator with a bug would write it.
    void write_sealed(const std::string& sql) const { testing::write_sealed(file(), sql); }

    // A change log as a killed process leaves it.
    void leave_log(const std::vector<ep::ChangeBatch>& batches) const {
        ep::sqlite::Connection connection(file());
        connection.set_checkpoint_on_close(true);
        connection.execute("PRAGMA locking_mode = EXCLUSIVE");
        ep::sqlite::RowSeals seals(connection);
        const std::uint64_t number =
            ep::sqlite::read_counter(connection, ep::sqlite::kLogsFolded) + 1;
        ep::changes::ChangeLog log(
            data(), false, {ep::sqlite::read_counter(connection, ep::sqlite::kDataFileId), number}
        );
        for (const ep::ChangeBatch& batch : batches) log.append({&batch, 1});
        ep::sqlite::SealedTransaction transaction(connection, seals);
        ep::sqlite::write_counter(connection, ep::sqlite::kLogsStarted, number);
        ep::sqlite::write_counter(connection, ep::sqlite::kLogsBoot, ep::this_boot());
        transaction.commit();
    }

    // Checks the file, which must not change.
    Said check() const {
        const auto before = ep::snapshot(data());
        Said said = run({data()});
        EXPECT_TRUE(ep::snapshot(data()) == before) << "the original has changed";
        return said;
    }

    // Makes a new, sound file from the original, which must not change.
    Said repair() const {
        const auto before = ep::snapshot(data());
        Said said = run({"--repair", data()});
        EXPECT_TRUE(ep::snapshot(data()) == before) << "the original has changed";
        if (said.err.empty()) {
            const Said again = run({repaired()});
            EXPECT_EQ(again.code, 0) << again.out << again.err;
        }
        return said;
    }

    // Pages that extend the file, in SQLite's log but not in the file.
    void write_to_log_only() const {
        ep::sqlite::Connection connection(file());
        connection.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA wal_autocheckpoint = 0");
        ep::sqlite::RowSeals seals(connection);
        ep::sqlite::SealedTransaction transaction(connection, seals);
        connection.execute(
            "WITH RECURSIVE numbers (number) AS"
            " (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 1000)"
            " INSERT INTO entries SELECT *, row_sum(section, universe, region, key, value, "
            "expires_ms)"
            " FROM (SELECT section, universe, region, CAST(key || number AS BLOB) AS key,"
            " CAST(value || zeroblob(200) AS BLOB) AS value, expires_ms"
            " FROM entries, numbers WHERE section = 'tokens')"
        );
        transaction.commit();
    }

    // The file after all of SQLite's log has been moved into it.
    std::string with_log_moved() const {
        const std::string place = directory_.path() + "/moved";
        std::filesystem::copy(data(), place);
        {
            ep::sqlite::Connection connection(place + "/stator.db");
            connection.integer("SELECT count(*) FROM sqlite_schema");  // which looks for a log
            connection.checkpoint();
        }
        return ep::snapshot(place)["stator.db"];
    }

private:
    const TemporaryDirectory directory_;
};

TEST_F(CheckTest, ReportsTheContentsOfASoundFile) {
    const Said said = check();
    EXPECT_EQ(said.code, 0) << said.out << said.err;
    EXPECT_THAT(said.out, HasSubstr("sound: 2 tables, 1 backup, 7 items of "));
    EXPECT_THAT(said.out, HasSubstr("1 stream with 1 record, 1 change of histories"));
    EXPECT_EQ(run({file()}).code, 0) << "a file by itself";
}

TEST_F(CheckTest, ASoundFileIsRepairedToTheSame) {
    add_items();
    const Said said = repair();
    EXPECT_EQ(said.code, 0) << said.out << said.err;
    EXPECT_THAT(said.out, HasSubstr("2 tables, 1 backup, 607 items"));
    EXPECT_THAT(run({data()}).out.substr(6), said.out.substr(said.out.find(": ") + 1));
}

TEST_F(CheckTest, AFileInUseIsRefusedInASentence) {
    const auto used = ep::open_file(data());
    for (const auto& arguments :
         {std::vector{data()}, std::vector{std::string("--repair"), data()}}) {
        const Said said = run(arguments);
        EXPECT_EQ(said.code, 1);
        EXPECT_EQ(
            said.err,
            "stator check: The data file " + file() +
                " is in use by a running Stator: stop it first, or check a snapshot of it.\n"
        );
    }
}

TEST_F(CheckTest, RejectsFilesThatAreNotDataFiles) {
    const struct {
        const char* bytes;
        const char* expected;
    } cases[] = {
        {"", "it is empty"},
        {"hello", "it does not begin as a data file of Stator does"},
        {"SQLite format 3", "it does not begin"},
    };

    for (const auto& [bytes, expected] : cases) {
        write_file(file(), bytes);
        const Said said = check();
        EXPECT_EQ(said.code, 1);
        EXPECT_THAT(said.out, HasSubstr(expected));
        EXPECT_THAT(repair().err, HasSubstr("Nothing can be saved"));
    }
    std::filesystem::remove(file());
    execute("CREATE TABLE notes (text)");
    EXPECT_THAT(check().out, HasSubstr("it is a SQLite file, but not Stator's"));
    std::filesystem::remove(file());
    EXPECT_THAT(check().err, HasSubstr("There is no stator.db in "));
    EXPECT_THAT(run({data() + "/nothing"}).err, HasSubstr("There is nothing at "));
}

TEST_F(CheckTest, ANewerFileIsLeftToItsStator) {
    execute("PRAGMA user_version = 99");
    EXPECT_THAT(check().out, HasSubstr("its data version is 99, and this Stator knows 1 to 10"));
    EXPECT_NE(repair().err, "");
}

TEST_F(CheckTest, ADirectoryThatMayNotBeReadIsASentence) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
    std::filesystem::permissions(data(), std::filesystem::perms(0700));
    std::filesystem::permissions(
        std::filesystem::path(data()).parent_path(), std::filesystem::perms(0755)
    );
    const int status = ep::in_child([&] {
        if (::setgid(1000) != 0 || ::setuid(1000) != 0) return 2;
        const Said said = run({data()});
        return said.code == 1 && said.err.find("run this as the user") != std::string::npos ? 0 : 1;
    });
    EXPECT_EQ(status, 0);
}

TEST_F(CheckTest, ReportsWrongUsage) {
    EXPECT_EQ(run({}).code, 2);
    EXPECT_EQ(run({"--to", "there", data()}).code, 2);
    EXPECT_EQ(run({"--help"}).code, 0);
    std::filesystem::create_directory(repaired());
    EXPECT_THAT(run({"--repair", data()}).err, HasSubstr("is there already"));
}

TEST_F(CheckTest, ATableWithoutADefinitionIsFound) {
    write_sealed(
        "UPDATE tables SET definition = 'none',"
        " sum = row_sum(number, universe, region, 'none', is_backup) WHERE number = 2"
    );
    EXPECT_THAT(check().out, HasSubstr("table number 2: its definition cannot be read"));
    const Said said = repair();
    EXPECT_EQ(said.code, 1);
    EXPECT_THAT(said.out, HasSubstr("lost: table number 2"));
    EXPECT_THAT(said.out, HasSubstr(": 1 table, 1 backup, 4 items"));
}

TEST_F(CheckTest, ItemsThatAreNoneAreFound) {
    write_sealed(
        "INSERT INTO items SELECT place, image, row_sum(place, image) FROM"
        " (SELECT (own << 36) + 20 AS place, x'0299' AS image FROM row_sets WHERE number = 1"
        " UNION SELECT (own << 36) + 21, x'00' FROM row_sets WHERE number = 1)"
    );
    const Said said = check();
    EXPECT_THAT(said.out, HasSubstr("table Music (us-east-1): the item in row 20 cannot be read"));
    EXPECT_THAT(said.out, HasSubstr("the item in row 21 has not the table's keys"));
    const Said saved = repair();
    EXPECT_THAT(saved.out, HasSubstr("lost: table Music (us-east-1): the item in row 20"));
    EXPECT_THAT(saved.out, HasSubstr("2 tables, 1 backup, 7 items"));
}

TEST_F(CheckTest, TwoItemsOfOneKeyAreFound) {
    write_sealed(
        "INSERT INTO items SELECT (own << 36) + 30, image, row_sum((own << 36) + 30, image)"
        " FROM row_sets JOIN items ON place = (base << 36) + 1 WHERE number = 1"
    );
    EXPECT_THAT(check().out, HasSubstr("has the key of another one"));
    EXPECT_THAT(repair().out, HasSubstr("2 tables, 1 backup, 7 items"));
}

TEST_F(CheckTest, MissingPartsOfTheSchemaAreFound) {
    execute("DROP INDEX row_sets_by_base; DELETE FROM meta WHERE key = 'last_sequence'");
    const Said said = check();
    EXPECT_THAT(said.out, HasSubstr("row_sets_by_base is missing"));
    EXPECT_THAT(said.out, HasSubstr("last_sequence is missing"));
}

TEST_F(CheckTest, RecordsAndHistoriesThatCannotBeReadAreFound) {
    write_sealed(
        "UPDATE stream_records SET new_image = x'01', sum = row_sum(stream, sequence, ordinal,"
        " shard_id, time_ms, event, by_time_to_live, keys, old_image, x'01');"
        "UPDATE item_history SET image = x'07',"
        " sum = row_sum(table_number, position, time_ms, is_insertion, row_id, x'07')"
    );
    const Said said = check();
    EXPECT_THAT(said.out, HasSubstr("stream number 1: the record of commit 5 cannot be read"));
    EXPECT_THAT(
        said.out, HasSubstr("history of table Music (us-east-1): the image of an item: a length")
    );
    EXPECT_THAT(repair().out, HasSubstr("1 stream with 0 records, 0 changes of histories"));
}

TEST_F(CheckTest, AnEntryThatNoStatorKnowsIsFound) {
    write_sealed(
        "INSERT INTO entries VALUES ('later', '', '', x'00', x'00', NULL,"
        " row_sum('later', '', '', x'00', x'00', NULL))"
    );
    EXPECT_THAT(check().out, HasSubstr("entries: one of \"later\""));
    EXPECT_THAT(repair().out, HasSubstr("lost: entries: one of \"later\""));
}

// ---- The change log ----

ep::ChangeBatch item_batch(std::uint64_t number) {
    ep::ChangeBatch batch;
    batch.sequence = {number + 5};
    batch.rows.push_back({{1}, 10 + number, song(number)});
    return batch;
}

TEST_F(CheckTest, CountsTheContentsOfTheChangeLog) {
    leave_log({item_batch(1), item_batch(2)});
    const Said said = check();
    EXPECT_EQ(said.code, 0) << said.out;
    EXPECT_THAT(said.out, AllOf(HasSubstr(", 9 items"), HasSubstr("changes in the log: 2")));
    EXPECT_THAT(repair().out, AllOf(HasSubstr(", 9 items"), HasSubstr("changes in the log: 0")));
    EXPECT_THAT(run({repaired()}).out, HasSubstr(", 9 items"));
}

TEST_F(CheckTest, DistinguishesADamagedLogFromATornEnd) {
    std::vector<ep::ChangeBatch> batches;
    for (std::uint64_t number = 1; number <= 5; ++number) batches.push_back(item_batch(number));
    leave_log(batches);
    const std::string path = data() + "/stator.log";
    const std::string whole = ep::snapshot(data())["stator.log"];
    write_file(path, whole + "the beginning of another change");
    Said said = check();
    EXPECT_EQ(said.code, 0) << said.out << "a change that was not finished is not damage";
    EXPECT_THAT(said.out, HasSubstr("note: stator.log: the last 31 bytes are not a complete"));
    for (const std::size_t place : {whole.size() - 700, std::size_t{4'100}, std::size_t{0}}) {
        std::string damaged = whole;
        damaged[place] = static_cast<char>(damaged[place] ^ 0x40);
        write_file(path, damaged);
        said = check();
        EXPECT_EQ(said.code, 1) << place;
        EXPECT_THAT(said.out, HasSubstr("stator.log is damaged at byte ")) << place;
        std::filesystem::remove_all(repaired());
        EXPECT_THAT(repair().out, HasSubstr("lost: ")) << place;
    }
    std::filesystem::remove(path);
    EXPECT_THAT(check().out, HasSubstr("stator.log is missing"));
}

TEST_F(CheckTest, RowsAreHeldAgainstTheirChecksums) {
    add_items();
    execute(
        "CREATE TEMP TABLE set_of_music AS SELECT own << 36 AS first FROM row_sets WHERE number = "
        "1;"
        "UPDATE items SET image ="
        " (SELECT image FROM items WHERE place = (SELECT first FROM set_of_music) + 12)"
        " WHERE place = (SELECT first FROM set_of_music) + 11;"
        "DELETE FROM items WHERE place = (SELECT first FROM set_of_music) + 500"
    );
    const Said said = check();
    EXPECT_EQ(said.code, 1);
    EXPECT_THAT(said.out, HasSubstr("the items of row set 2 has a damaged row, 11\n"));
    EXPECT_THAT(said.out, HasSubstr("the items of row set 2 has 599 rows, and 600 were"));
    const Said saved = repair();
    EXPECT_EQ(saved.code, 1);
    EXPECT_THAT(saved.out, HasSubstr("lost: stator.db: the items of row set 2 has a damaged"));
    EXPECT_THAT(saved.out, HasSubstr("2 tables, 1 backup, 605 items"));
}

// ---- Bytes that the disk has changed ----

// Regardless of the flipped bits, no read exceeds the file, damage of an item is found, and the
// saved data is sound.
TEST_F(CheckTest, FlippedBytesAreFoundOrHarmless) {
    add_items();
    const std::string whole = ep::snapshot(data())["stator.db"];
    std::mt19937_64 choice(23);
    int found = 0;
    constexpr int kRounds = 40;
    for (int round = 0; round < kRounds; ++round) {
        std::string damaged = whole;
        for (int flips = 0; flips < 20; ++flips) {
            char& byte = damaged[100 + choice() % (damaged.size() - 100)];
            byte = static_cast<char>(byte ^ (1 << (choice() % 8)));
        }
        write_file(file(), damaged);
        found += check().code;
        std::filesystem::remove_all(repaired());
        repair();
    }
    EXPECT_GT(found, kRounds / 4);
}

TEST_F(CheckTest, AMissingPageCostsOnlyItsItems) {
    add_items();
    const std::string whole = ep::snapshot(data())["stator.db"];
    // One of the items' own pages: the last ones of the file.
    const std::size_t page = whole.size() / kFilePageBytes - 10;
    std::string damaged = whole;
    damaged.replace(page * kFilePageBytes, kFilePageBytes, std::string(kFilePageBytes, '\0'));
    write_file(file(), damaged);
    const Said said = check();
    EXPECT_EQ(said.code, 1);
    EXPECT_THAT(said.out, HasSubstr("problem: "));
    const Said saved = repair();
    EXPECT_EQ(saved.code, 1);
    ASSERT_EQ(saved.err, "");
    EXPECT_THAT(saved.out, HasSubstr("lost: table Music (us-east-1): rows "));
    const engine::SystemClock clock;
    const auto checked = engine::check_data(repaired(), clock);
    const std::uint64_t items = std::get<0>(checked).figures.items;
    EXPECT_LT(items, kItems + 7);
    EXPECT_GT(items, kItems - 40);
}

TEST_F(CheckTest, ATruncatedFileIsFound) {
    add_items();
    const auto size = std::filesystem::file_size(file());
    for (const std::uintmax_t kept :
         {size - 8'192, size / 2, std::uintmax_t{8'192}, std::uintmax_t{50}}) {
        std::filesystem::resize_file(file(), kept);
        const Said said = check();
        EXPECT_EQ(said.code, 1) << kept;
        EXPECT_THAT(said.out, HasSubstr("problem: stator.db: it ")) << kept;
        std::filesystem::remove_all(repaired());
        repair();
    }
}

// ---- Files whose end is in SQLite's write-ahead log ----

// A process is killed while SQLite moves its log into the file, page by page, starting with the
// first, whose header already counts the pages that are still missing.
TEST_F(CheckTest, AMoveOfTheWriteAheadLogThatWasCutShortIsSound) {
    add_items();
    write_to_log_only();
    const std::string old = ep::snapshot(data())["stator.db"];
    const std::string moved = with_log_moved();
    ASSERT_GT(moved.size(), old.size() + 10 * kFilePageBytes);
    constexpr std::size_t kStep = 7;
    for (std::size_t pages = 1; pages * kFilePageBytes < moved.size(); pages += kStep) {
        std::string file_then = old;
        file_then.replace(0, pages * kFilePageBytes, moved, 0, pages * kFilePageBytes);
        write_file(file(), file_then);
        const Said said = check();
        ASSERT_EQ(said.code, 0) << pages << said.out << said.err;
    }
    const Said saved = repair();
    EXPECT_EQ(saved.code, 0) << saved.out << saved.err;
    EXPECT_THAT(saved.out, HasSubstr("2 tables, 1 backup, 607 items"));
}

// The log restores its own pages, but not those that were cut off the file before.
TEST_F(CheckTest, ATruncatedFileIsFoundDespiteAWriteAheadLog) {
    add_items();
    write_to_log_only();
    const std::string old = ep::snapshot(data())["stator.db"];
    const std::string moved = with_log_moved();
    // With the header of the file after the log is moved, or with its own.
    for (const std::string& header :
         {moved.substr(0, kFilePageBytes), old.substr(0, kFilePageBytes)}) {
        for (const std::size_t kept :
             {old.size() - kFilePageBytes, old.size() / 2, kFilePageBytes}) {
            write_file(file(), header + old.substr(kFilePageBytes, kept - kFilePageBytes));
            const Said said = check();
            EXPECT_EQ(said.code, 1) << kept;
            EXPECT_THAT(
                said.out,
                HasSubstr(
                    "problem: stator.db: it has " + std::to_string(kept) + " bytes instead of "
                )
            );
            std::filesystem::remove_all(repaired());
            EXPECT_THAT(repair().out, HasSubstr("lost: "));
        }
    }
}

TEST_F(CheckTest, APathIsEscaped) {
    EXPECT_THAT(run({"/none/\xff\n"}).err, HasSubstr("/none/\\xff\\x0a"));
}

}  // namespace
}  // namespace stator::disk
