#include "engine/persistence/change_writer.hpp"

#include <optional>
#include <string>
#include <vector>

#include "engine/persistence/sqlite/migrations.hpp"
#include "engine/persistence/sqlite/row_sets.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

class ChangeWriterTest : public ::testing::Test {
protected:
    ChangeWriterTest() : connection_(directory_.file()) {
        sqlite::migrate(connection_, sqlite::migrations());
        seals_.emplace(connection_);
    }

    // Encodes and decodes the batches, like the change log.
    static void write(ChangeWriter& writer, const std::vector<ChangeBatch>& batches) {
        std::vector<std::string> bytes(batches.size());
        changes::StoredBatches stored;
        for (std::size_t i = 0; i < batches.size(); ++i) {
            changes::append_batch(bytes[i], batches[i]);
            ASSERT_TRUE(changes::decode_batch(bytes[i], stored));
        }
        writer.write(stored);
    }

    std::string rows(std::uint32_t table) {
        const auto sets = sqlite::read_row_sets(connection_);
        sqlite::SealedReader reader(connection_);
        sqlite::SealedRows rows(reader, sqlite::SealKind::Items, sets.at(table).own);
        std::string text;
        while (const sqlite::Statement* const row = rows.next()) {
            text += std::to_string(sqlite::row_id_at(row->column_integer(0))) + "=" +
                    text_of(row->column_bytes(1)) + " ";
        }
        return text;
    }

    std::int64_t row_sets() { return connection_.integer("SELECT count(*) FROM row_sets"); }

    // A batch with the former version of an item, which its next change replaced.
    static ChangeBatch was(
        std::uint64_t sequence, std::uint32_t table, std::uint64_t position, std::string_view item
    ) {
        ChangeBatch batch{{sequence}};
        batch.history = {{TableNumber{table}, position, 1, {}, false, 1, image(item)}};
        return batch;
    }

    std::int64_t history() { return connection_.integer("SELECT count(*) FROM item_history"); }

    std::int64_t meta(const std::string& key) {
        return connection_.integer("SELECT value FROM meta WHERE key = '" + key + "'");
    }

    TemporaryDirectory directory_;
    sqlite::Connection connection_;
    std::optional<sqlite::RowSeals> seals_;
};

TEST_F(ChangeWriterTest, LastChangeOfARowWins) {
    ChangeWriter writer(connection_, *seals_);
    write(writer, {define(1, 1, "d"), put(2, 1, 7, "a"), put(3, 1, 7, "b"), put(4, 1, 3, "c")});
    EXPECT_EQ(rows(1), "3=c 7=b ");
    write(writer, {put(5, 1, 7, "x"), remove(6, 1, 7), remove(7, 1, 3), put(8, 1, 3, "back")});
    EXPECT_EQ(rows(1), "3=back ");
}

TEST_F(ChangeWriterTest, RemovingAMissingRowHasNoEffect) {
    ChangeWriter writer(connection_, *seals_);
    write(writer, {define(1, 1, "d"), remove(2, 1, 5)});
    EXPECT_EQ(rows(1), "");
}

TEST_F(ChangeWriterTest, KeepsTablesApart) {
    ChangeWriter writer(connection_, *seals_);
    write(writer, {define(1, 1, "d"), define(2, 2, "d")});
    write(writer, {put(3, 2, 1, "two"), put(4, 1, 1, "one"), put(5, 2, 2, "two")});
    EXPECT_EQ(rows(1), "1=one ");
    EXPECT_EQ(rows(2), "1=two 2=two ");
}

TEST_F(ChangeWriterTest, DropTakesRowsBeforeAndAfterItInTheSameCall) {
    ChangeWriter writer(connection_, *seals_);
    write(writer, {define(1, 1, "d"), put(2, 1, 1, "a")});
    write(writer, {put(3, 1, 2, "b"), drop(4, 1), put(5, 1, 3, "late")});
    EXPECT_EQ(row_sets(), 0);
    EXPECT_EQ(connection_.integer("SELECT count(*) FROM tables"), 0);
    EXPECT_EQ(connection_.integer("SELECT count(*) FROM items"), 0);
}

TEST_F(ChangeWriterTest, SkipsRowsOfATableDroppedEarlier) {
    ChangeWriter writer(connection_, *seals_);
    write(writer, {define(1, 1, "d"), drop(2, 1)});
    write(writer, {put(3, 1, 1, "late"), remove(4, 1, 1)});
    EXPECT_EQ(row_sets(), 0);
}

TEST_F(ChangeWriterTest, KnowsAllDroppedTablesInAnyOrder) {
    ChangeWriter writer(connection_, *seals_);
    constexpr std::uint32_t kFirst = 508;
    constexpr std::uint32_t kLast = 516;
    std::vector<ChangeBatch> definitions;
    for (std::uint32_t table = kFirst; table <= kLast; ++table) {
        definitions.push_back(define(table, table, "d"));
    }
    write(writer, definitions);
    std::uint64_t sequence = 1'000;
    for (const std::uint32_t table : {514, 509, 515, 511, 510, 516}) {
        write(writer, {drop(++sequence, table)});
    }
    for (std::uint32_t table = kFirst; table <= kLast; ++table) {
        write(writer, {put(++sequence, table, 1, "row")});
    }
    EXPECT_EQ(row_sets(), 3);
    for (const std::uint32_t table : {508, 512, 513}) EXPECT_EQ(rows(table), "1=row ");
}

// The history of a table that is created, written to and dropped within one call must not stay in
// the file. Otherwise a server that often creates and deletes forks fills its disk.
TEST_F(ChangeWriterTest, DropTakesHistoryBeforeAndAfterItInTheSameCall) {
    ChangeWriter writer(connection_, *seals_);
    write(writer, {define(1, 1, "d"), was(2, 1, 1, "a"), drop(3, 1), was(4, 1, 2, "b")});
    EXPECT_EQ(history(), 0);
    write(writer, {was(5, 1, 3, "late"), define(6, 2, "d"), was(7, 2, 1, "kept")});
    EXPECT_EQ(history(), 1);
}

TEST_F(ChangeWriterTest, CopiesDamageAsDamage) {
    ChangeWriter writer(connection_, *seals_);
    write(writer, {define(1, 1, "d"), was(2, 1, 1, "a")});
    connection_.execute("UPDATE item_history SET time_ms = time_ms + 1");
    ChangeBatch copy{SequenceNumber{3}};
    copy.table_copies = {{TableNumber{1}, TableNumber{2}, true}};
    write(writer, {copy, define(4, 2, "copy")});
    EXPECT_EQ(history(), 2);
    sqlite::SealedReader reader(connection_);
    for (const std::uint32_t table : {1U, 2U}) {
        sqlite::SealedRows rows(reader, sqlite::SealKind::History, table);
        EXPECT_THROW(rows.next(), sqlite::Error) << table;
    }
}

TEST_F(ChangeWriterTest, AcceptsRowsBeforeTheirDefinition) {
    ChangeWriter writer(connection_, *seals_);
    write(writer, {put(1, 4, 1, "early")});
    write(writer, {define(2, 4, "d")});
    EXPECT_EQ(rows(4), "1=early ");
}

TEST_F(ChangeWriterTest, RemembersTheHighestNumbers) {
    ChangeWriter writer(connection_, *seals_);
    write(writer, {define(5, 9, "d"), put(8, 9, 1, "a")});
    write(writer, {define(9, 3, "d"), drop(10, 9)});
    EXPECT_EQ(meta("last_sequence"), 10);
    EXPECT_EQ(meta("last_table_number"), 9);
}

TEST_F(ChangeWriterTest, WorksWithManyTables) {
    ChangeWriter writer(connection_, *seals_);
    std::vector<ChangeBatch> batches;
    for (std::uint32_t table = 1; table <= 600; ++table) {
        batches.push_back(define(table, table, "d"));
        batches.push_back(put(table, table, 1, std::to_string(table)));
    }
    write(writer, batches);
    write(writer, {put(601, 1, 2, "again")});
    EXPECT_EQ(rows(1), "1=1 2=again ");
    EXPECT_EQ(rows(600), "1=600 ");
}

TEST_F(ChangeWriterTest, AFullDiskRollsEverythingBackAndTheSameBatchesCanBeWrittenLater) {
    ChangeWriter writer(connection_, *seals_);
    write(writer, {define(1, 1, "d"), put(2, 1, 1, "old")});
    const std::int64_t pages = connection_.integer("PRAGMA page_count");
    connection_.execute("PRAGMA max_page_count = " + std::to_string(pages + 3));

    const std::vector<ChangeBatch> batches = {
        put(3, 1, 1, "new"),
        define(4, 2, "d"),
        put(5, 2, 1, std::string(50'000, 'x')),
    };
    try {
        write(writer, batches);
        FAIL() << "the disk should have been full";
    } catch (const sqlite::Error& error) {
        EXPECT_EQ(error.kind(), sqlite::ErrorKind::Full);
    }
    EXPECT_EQ(rows(1), "1=old ");
    EXPECT_EQ(row_sets(), 1);
    EXPECT_EQ(meta("last_sequence"), 2);

    connection_.execute("PRAGMA max_page_count = 1000000");
    write(writer, batches);
    EXPECT_EQ(rows(1), "1=new ");
    EXPECT_EQ(rows(2).size(), 50'003U);
    EXPECT_EQ(meta("last_sequence"), 5);
}

}  // namespace
}  // namespace stator::engine::persistence
