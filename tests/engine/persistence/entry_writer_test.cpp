#include "engine/persistence/entry_writer.hpp"

#include <vector>

#include "engine/persistence/sqlite/row_seals.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

class EntryWriterTest : public ::testing::Test {
protected:
    // Writes the batches through a journal. Returns the entries of the file.
    std::string after(const std::vector<ChangeBatch>& batches) {
        {
            const auto file = open_file(directory_.path());
            const auto journal = file->start_journal();
            for (const ChangeBatch& batch : batches) append_in_parts(*journal, batch);
            EXPECT_TRUE(journal->close());
        }
        return entries(*open_file(directory_.path()));
    }

    // Like after(), but in one call to the writer. A journal may write a batch before it receives
    // the next one.
    std::string after_one_call(const std::vector<ChangeBatch>& batches) {
        open_file(directory_.path());
        {
            sqlite::Connection connection(directory_.file());
            sqlite::RowSeals seals(connection);
            sqlite::SealedTransaction transaction(connection, seals);
            EntryWriter(connection).write(batches);
            transaction.commit();
        }
        return entries(*open_file(directory_.path()));
    }

    static ChangeBatch batch(std::vector<EntryRow> entries) {
        ChangeBatch made;
        made.entries = std::move(entries);
        return made;
    }

    testing::TemporaryDirectory directory_;
};

TEST_F(EntryWriterTest, DistinguishesEntriesByAllTheirNames) {
    EXPECT_EQ(
        after({batch(
            {{"s", "u", "r", "k", "1"},
             {"t", "u", "r", "k", "2"},
             {"s", "", "r", "k", "3"},
             {"s", "u", "", "k", "4"},
             {"s", "u", "r", "", ""}}
        )}),
        "s//r/k=3; s/u//k=4; s/u/r/=; s/u/r/k=1; t/u/r/k=2; "
    );
}

TEST_F(EntryWriterTest, TheLastChangeWins) {
    EXPECT_EQ(
        after(
            {batch({{"s", "", "", "a", "1"}, {"s", "", "", "b", "1"}, {"s", "", "", "c", {}}}),
             batch({{"s", "", "", "a", {}}, {"s", "", "", "b", {}}, {"s", "", "", "b", "2"}})}
        ),
        "s///b=2; "
    );
    EXPECT_EQ(after({batch({{"s", "", "", "b", {}}})}), "");
}

TEST_F(EntryWriterTest, RemovesExpiredEntriesAtTheTimeOfABatch) {
    const ChangeBatch first = batch(
        {{"s", "", "", "a", "1", Instant(10)},
         {"s", "", "", "b", "1", Instant(20)},
         {"s", "", "", "c", "1"}}
    );
    EXPECT_EQ(after({first}), "s///a=1 until 10; s///b=1 until 20; s///c=1; ");
    ChangeBatch next = batch({{"s", "", "", "d", "1", Instant(30)}});
    next.expired_by = Instant(10);
    EXPECT_EQ(after({next}), "s///b=1 until 20; s///c=1; s///d=1 until 30; ");
    // The clock may have been set back in the meantime. The latest batch of a call decides the
    // time.
    ChangeBatch late = batch({{"s", "", "", "x", {}}});
    late.expired_by = Instant(25);
    ChangeBatch early = batch({{"s", "", "", "x", {}}});
    early.expired_by = Instant(5);
    EXPECT_EQ(after_one_call({late, early}), "s///b=1 until 20; s///c=1; s///d=1 until 30; ");
    EXPECT_EQ(after_one_call({early, late}), "s///c=1; s///d=1 until 30; ");
}

// Each universe has its own clock.
TEST_F(EntryWriterTest, ForgetsNothingOfOtherUniverses) {
    ChangeBatch ahead = batch(
        {{"s", "a", "", "old", "1", Instant(10)},
         {"s", "a", "", "new", "1", Instant(90)},
         {"s", "", "", "of-default", "1", Instant(10)},
         {"s", "b", "", "of-b", "1", Instant(20)}}
    );
    ahead.expired_by = Instant(50);
    ChangeBatch behind = batch({{"s", "b", "", "later", "1", Instant(40)}});
    behind.expired_by = Instant(15);
    EXPECT_EQ(
        after({ahead, behind}),
        "s///of-default=1 until 10; s/a//new=1 until 90; s/b//later=1 until 40; "
        "s/b//of-b=1 until 20; "
    );
}

}  // namespace
}  // namespace stator::engine::persistence
