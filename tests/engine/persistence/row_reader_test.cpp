#include "engine/persistence/row_reader.hpp"

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

class RowReaderTest : public ::testing::Test {
protected:
    // Tables 1 (empty), 2 (small) and 3 (several blocks, with rows as long as their number).
    void SetUp() override {
        write_file();
        file_ = open_file(directory_.path());
    }

    void write_file() {
        const auto file = open_file(directory_.path());
        const auto journal = file->start_journal();
        for (std::uint32_t table = 1; table <= 3; ++table)
            journal->append(define(table, table, ""));
        journal->append(put(4, 2, 7, "seven"));
        for (std::uint64_t row = 1; row <= kRows; ++row) {
            journal->append(put(4 + row, 3, row, std::string(row, 'x')));
        }
        ASSERT_TRUE(journal->close());
    }

    static constexpr std::uint64_t kRows = 4'000;

    TemporaryDirectory directory_;
    std::unique_ptr<DataFile> file_;
};

TEST_F(RowReaderTest, GivesEveryRowOnceTableByTable) {
    RowReader reader(*file_, {TableNumber{1}, TableNumber{2}, TableNumber{3}});
    std::vector<std::uint64_t> counts(3);
    std::size_t blocks = 0;
    std::size_t table = 0;
    while (const auto block = reader.next()) {
        ++blocks;
        ASSERT_EQ(block->source, table);
        std::string_view payloads = block->payloads;
        for (const RowBlock::Row& row : block->rows) {
            const std::string text = text_of(payloads.substr(0, row.length));
            payloads.remove_prefix(row.length);
            ++counts[table];
            ASSERT_EQ(text, table == 1 ? "seven" : std::string(row.row_id, 'x'));
            ASSERT_EQ(row.row_id, table == 1 ? 7 : counts[table]);
        }
        EXPECT_TRUE(payloads.empty());
        if (block->is_last) ++table;
    }
    EXPECT_EQ(counts, (std::vector<std::uint64_t>{0, 1, kRows}));
    EXPECT_GT(blocks, 8U);
    EXPECT_FALSE(reader.next());
}

TEST_F(RowReaderTest, CanBeDestroyedBeforeTheEnd) {
    RowReader reader(*file_, {TableNumber{3}, TableNumber{2}});
    EXPECT_TRUE(reader.next());
}

TEST_F(RowReaderTest, ReturnsNoRowsWithoutTables) {
    RowReader reader(*file_, {});
    EXPECT_FALSE(reader.next());
}

TEST_F(RowReaderTest, PassesOnExceptionsOfReading) {
    RowReader reader(*file_, {TableNumber{2}, TableNumber{99}});
    EXPECT_TRUE(reader.next());
    EXPECT_THROW(reader.next(), UnreadableDataFile);
}

}  // namespace
}  // namespace stator::engine::persistence
