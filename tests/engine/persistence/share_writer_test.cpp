#include "engine/persistence/share_writer.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

// Table 1 and its copies, written through a journal and read from the file.
class ShareWriterTest : public ::testing::Test {
protected:
    void write(const std::vector<ChangeBatch>& batches) {
        const auto file = open_file(directory_.path());
        const auto journal = file->start_journal();
        for (const ChangeBatch& batch : batches) journal->append(batch);
        ASSERT_TRUE(journal->close());
    }

    static ChangeBatch copy(std::uint32_t from, std::uint32_t to) {
        ChangeBatch batch;
        batch.sequence = SequenceNumber{90};
        batch.table_copies = {{TableNumber{from}, TableNumber{to}}};
        return batch;
    }

    // The table's own rows together with those of its base, as "1=text 2=text".
    std::string all(std::uint32_t number) {
        const auto file = open_file(directory_.path());
        std::map<std::uint64_t, std::string> rows;
        for (const StoredTable& table : file->tables()) {
            if (table.number != TableNumber{number}) continue;
            if (table.base) {
                file->each_base_item(*table.base, [&](std::uint64_t row, std::string_view bytes) {
                    rows[row] = text_of(bytes);
                });
            }
            file->each_item(table.number, [&](std::uint64_t row, std::string_view bytes) {
                if (bytes.empty()) {
                    rows.erase(row);
                } else {
                    rows[row] = text_of(bytes);
                }
            });
        }
        std::string text;
        for (const auto& [row, value] : rows) {
            text += (text.empty() ? "" : " ") + std::to_string(row) + "=" + value;
        }
        return text;
    }

    // The number of stored rows of all tables.
    std::int64_t stored() {
        return sqlite::Connection(directory_.file()).integer("SELECT count(*) FROM items");
    }

    std::int64_t bases() {
        return sqlite::Connection(directory_.file())
            .integer("SELECT count(DISTINCT base) FROM row_sets");
    }

    testing::TemporaryDirectory directory_;
};

TEST_F(ShareWriterTest, ACopyHasTheRowsWithoutStoringThem) {
    write(
        {define(1, 1, "one"),
         put(2, 1, 1, "a"),
         put(3, 1, 2, "b"),
         copy(1, 2),
         define(4, 2, "two"),
         copy(2, 3),
         define(5, 3, "three")}
    );
    for (const std::uint32_t table : {1U, 2U, 3U}) EXPECT_EQ(all(table), "1=a 2=b") << table;
    EXPECT_EQ(stored(), 2);
    EXPECT_EQ(open_file(directory_.path())->last_table_number(), TableNumber{3});
}

TEST_F(ShareWriterTest, OriginalAndCopyAreIndependent) {
    write(
        {define(1, 1, "one"),
         put(2, 1, 1, "a"),
         put(3, 1, 2, "b"),
         copy(1, 2),
         define(4, 2, "two"),
         put(5, 1, 1, "A"),
         remove(6, 1, 2),
         put(7, 2, 3, "c")}
    );
    EXPECT_EQ(all(1), "1=A");
    EXPECT_EQ(all(2), "1=a 2=b 3=c");
    write({remove(8, 2, 1), put(9, 1, 2, "again"), remove(10, 2, 3)});
    EXPECT_EQ(all(1), "1=A 2=again");
    EXPECT_EQ(all(2), "2=b");
}

// A copy includes the rows written before it, in the same flush or in an earlier one.
TEST_F(ShareWriterTest, ACopyHasTheRowsOfItsTime) {
    write({define(1, 1, "one"), put(2, 1, 1, "a")});
    write(
        {copy(1, 2),
         define(3, 2, "two"),
         put(4, 1, 1, "b"),
         put(5, 1, 2, "new"),
         copy(1, 3),
         define(6, 3, "three"),
         remove(7, 1, 1),
         copy(1, 4),
         define(8, 4, "four"),
         put(9, 1, 1, "c")}
    );
    EXPECT_EQ(all(1), "1=c 2=new");
    EXPECT_EQ(all(2), "1=a");
    EXPECT_EQ(all(3), "1=b 2=new");
    EXPECT_EQ(all(4), "2=new");
    EXPECT_EQ(bases(), 1);
}

// A log may be read again if the process ended while the log was folded.
TEST_F(ShareWriterTest, FoldingTwiceHasTheEffectOfFoldingOnce) {
    const std::vector<ChangeBatch> batches = {
        define(1, 1, "one"),
        put(2, 1, 1, "a"),
        put(3, 1, 2, "b"),
        copy(1, 2),
        define(4, 2, "two"),
        put(5, 1, 3, "later"),
        remove(6, 1, 1),
        put(7, 2, 2, "B"),
        copy(2, 3),
        drop(8, 3)};
    for (int round = 0; round < 3; ++round) {
        write(batches);
        EXPECT_EQ(all(1), "2=b 3=later") << round;
        EXPECT_EQ(all(2), "1=a 2=B") << round;
        EXPECT_EQ(bases(), 1) << round;
    }
}

TEST_F(ShareWriterTest, ABaseIsRemovedWithTheLastTableThatRefersToIt) {
    write(
        {define(1, 1, "one"),
         put(2, 1, 1, "a"),
         copy(1, 2),
         define(3, 2, "two"),
         copy(2, 3),
         define(4, 3, "three"),
         drop(5, 1)}
    );
    EXPECT_EQ(all(2), "1=a");
    write({drop(6, 3)});
    EXPECT_EQ(all(2), "1=a");
    EXPECT_EQ(bases(), 1);
    write({drop(7, 2)});
    EXPECT_EQ(bases(), 0);
    EXPECT_EQ(stored(), 0);
}

// Without a new base, the changed rows would be copied for each further copy.
TEST_F(ShareWriterTest, AnOriginalThatHasChangedALotGetsANewBase) {
    constexpr std::uint64_t kRows = 1'500;
    std::vector<ChangeBatch> batches = {
        define(1, 1, "one"), put(2, 1, 1, "a"), put(3, 1, 2, "b"), copy(1, 2), define(4, 2, "two")};
    for (std::uint64_t row = 3; row < 3 + kRows; ++row) batches.push_back(put(5, 1, row, "x"));
    batches.push_back(remove(6, 1, 1));
    for (std::uint32_t table = 3; table <= 6; ++table) {
        batches.push_back(copy(1, table));
        batches.push_back(define(7, table, "more"));
    }
    write(batches);
    EXPECT_EQ(all(2), "1=a 2=b");
    EXPECT_EQ(all(6), all(1));
    EXPECT_TRUE(all(6).starts_with("2=b 3=x"));
    EXPECT_EQ(stored(), static_cast<std::int64_t>(2 + 1 + kRows));
    EXPECT_EQ(bases(), 2);
}

// The process ended between the copy and the definition of its table.
TEST_F(ShareWriterTest, AnIncompleteCopyIsRemoved) {
    ChangeBatch unfinished = copy(1, 2);
    unfinished.stream_copies = {{StreamNumber{1}, StreamNumber{2}, 90}};
    write({define(1, 1, "one"), put(2, 1, 1, "a"), unfinished});
    EXPECT_EQ(all(1), "1=a");
    write({});
    EXPECT_EQ(stored(), 1);
    sqlite::Connection connection(directory_.file());
    EXPECT_EQ(connection.integer("SELECT count(*) FROM stream_shares"), 0);
    EXPECT_EQ(connection.integer("SELECT count(*) FROM row_sets"), 1) << "the original's";
}

// The process ended after it had written rows ahead, and before it wrote their definition.
TEST_F(ShareWriterTest, RowsWithoutADefinitionAreForgotten) {
    write({define(1, 1, "one"), put(2, 1, 1, "a"), put(3, 7, 1, "ahead"), put(4, 7, 2, "ahead")});
    EXPECT_EQ(all(1), "1=a");
    EXPECT_EQ(stored(), 3) << "nothing is removed before all was read";
    write({});
    EXPECT_EQ(stored(), 1);
    // The table number may be used again.
    write({put(5, 7, 3, "again"), define(6, 7, "seven")});
    EXPECT_EQ(all(7), "3=again");
    EXPECT_EQ(all(1), "1=a");
}

// ---- Streams ----

class StreamSharesTest : public ShareWriterTest {
protected:
    static ChangeBatch stream(std::uint32_t number, const char* definition = "s") {
        ChangeBatch batch;
        batch.streams = {{StreamNumber{number}, "shared", "eu-west-1", definition, {}}};
        return batch;
    }

    static ChangeBatch gone(std::uint32_t number) {
        ChangeBatch batch;
        batch.streams = {{StreamNumber{number}, "shared", "eu-west-1", {}, {}}};
        return batch;
    }

    static ChangeBatch record(std::uint32_t number, std::uint64_t commit) {
        ChangeBatch batch;
        StreamRecordRow row{StreamNumber{number}, "shard", {}};
        row.record.position = {commit, 0};
        row.record.time = Instant(static_cast<std::int64_t>(commit));
        row.record.keys = image("k");
        batch.records.push_back(std::move(row));
        return batch;
    }

    static ChangeBatch stream_copy(std::uint32_t from, std::uint32_t to, std::uint64_t last) {
        ChangeBatch batch;
        batch.stream_copies = {{StreamNumber{from}, StreamNumber{to}, last}};
        return batch;
    }

    // The commits of a stream's records, those that it shares included.
    std::string commits(std::uint32_t number) {
        const auto file = open_file(directory_.path());
        std::string text;
        const auto add = [&](std::uint64_t commit) { text += std::to_string(commit) + " "; };
        for (const StoredStream& stored : file->streams()) {
            if (stored.number != StreamNumber{number}) continue;
            for (const StoredStream::Share& share : stored.shares) {
                file->each_record(share.source, [&](const StreamRecordRow& row) {
                    const std::uint64_t commit = row.record.position.commit;
                    if (commit <= share.last_commit) add(commit);
                });
            }
            file->each_record(stored.number, [&](const StreamRecordRow& row) {
                add(row.record.position.commit);
            });
        }
        return text;
    }

    std::int64_t stored_records() {
        return sqlite::Connection(directory_.file()).integer("SELECT count(*) FROM stream_records");
    }
};

TEST_F(StreamSharesTest, ACopyHasTheRecordsUpToItsTime) {
    write(
        {stream(1),
         record(1, 1),
         record(1, 2),
         stream_copy(1, 2, 2),
         stream(2),
         record(1, 3),
         record(2, 4),
         stream_copy(2, 3, 4),
         stream(3),
         record(3, 5),
         record(2, 6)}
    );
    EXPECT_EQ(commits(1), "1 2 3 ");
    EXPECT_EQ(commits(2), "1 2 4 6 ");
    EXPECT_EQ(commits(3), "1 2 4 5 ");
    EXPECT_EQ(stored_records(), 6);
}

TEST_F(StreamSharesTest, RecordsWithoutADefinitionAreForgotten) {
    write({stream(1), record(1, 1), stream_copy(1, 2, 1), stream(2), record(7, 1), record(7, 2)});
    EXPECT_EQ(stored_records(), 3);
    write({});
    EXPECT_EQ(commits(1), "1 ");
    EXPECT_EQ(stored_records(), 1);
    // Records that a copy shares are not removed with the original.
    write({gone(1)});
    EXPECT_EQ(commits(2), "1 ");
    EXPECT_EQ(stored_records(), 1);
}

TEST_F(StreamSharesTest, RecordsStayWhileAnyStreamRefersToThem) {
    write(
        {stream(1),
         record(1, 1),
         record(1, 2),
         stream_copy(1, 2, 1),
         stream(2),
         stream_copy(2, 3, 1),
         stream(3)}
    );
    ChangeBatch trim = stream(1);
    trim.streams[0].trimmed_before = Instant(5);
    write({trim});
    EXPECT_EQ(commits(1), "1 ") << "what is still needed comes back, and is too old to be seen";
    EXPECT_EQ(commits(2), "1 ");
    write({gone(1)});
    EXPECT_EQ(commits(2), "1 ");
    write({gone(2)});
    EXPECT_EQ(commits(3), "1 ");
    write({gone(3)});
    EXPECT_EQ(stored_records(), 0);
}

}  // namespace
}  // namespace stator::engine::persistence
