#include "engine/persistence/sqlite/row_sets.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "engine/persistence/sqlite/migrations.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

class RowSetsTest : public ::testing::Test {
protected:
    RowSetsTest() : connection_(directory_.file()) {
        migrate(connection_, migrations());
        seals_.emplace(connection_);
        sets_.emplace(connection_, *seals_);
    }

    void change(const std::function<void()>& work) {
        SealedTransaction transaction(connection_, *seals_);
        work();
        transaction.commit();
    }

    // The rows as "1=a 2=b". Also compares the rows with their seal.
    std::string rows(std::uint32_t row_set) {
        SealedReader reader(connection_);
        SealedRows rows(reader, SealKind::Items, row_set);
        std::string text;
        while (const Statement* const row = rows.next()) {
            text.append(text.empty() ? "" : " ")
                .append(std::to_string(row_id_at(row->column_integer(0))))
                .append("=")
                .append(row->column_bytes(1));
        }
        return text;
    }

    std::int64_t count(const std::string& table) {
        return connection_.integer("SELECT count(*) FROM " + table);
    }

    const testing::TemporaryDirectory directory_;
    Connection connection_;
    std::optional<RowSeals> seals_;
    std::optional<RowSets> sets_;
};

TEST_F(RowSetsTest, APlaceIsASetAndARow) {
    for (const std::uint32_t row_set : {1U, 2U, kLastRowSet}) {
        EXPECT_EQ(row_set_at(first_place(row_set)), row_set);
        EXPECT_EQ(row_set_at(last_place(row_set)), row_set);
        EXPECT_EQ(row_id_at(first_place(row_set)), 0U);
        EXPECT_EQ(row_id_at(last_place(row_set)), kLastRowId);
    }
    EXPECT_EQ(last_place(1) + 1, first_place(2));
    EXPECT_EQ(last_place(kLastRowSet), std::numeric_limits<std::int64_t>::max());
}

TEST_F(RowSetsTest, EachTableHasItsOwnRows) {
    change([&] {
        const std::uint32_t first = sets_->find_or_make(7).own;
        const std::uint32_t second = sets_->find_or_make(5).own;
        EXPECT_EQ(sets_->find_or_make(7).own, first);
        sets_->put_row(first, kLastRowId, "z");
        sets_->put_row(first, 1, "a");
        sets_->put_row(second, 1, "b");
        sets_->put_row(second, 2, "");
        sets_->remove_row(second, 9);
    });
    EXPECT_EQ(rows(sets_->find(7)->own), "1=a " + std::to_string(kLastRowId) + "=z");
    EXPECT_EQ(rows(sets_->find(5)->own), "1=b 2=");
    EXPECT_EQ(sets_->count_rows(sets_->find(5)->own), 2U);
    EXPECT_FALSE(sets_->find(6));
    change([&] { sets_->forget(7); });
    EXPECT_FALSE(sets_->find(7));
    EXPECT_EQ(count("items"), 2);
    EXPECT_EQ(count("seals WHERE kind = 1"), 1);
}

TEST_F(RowSetsTest, ABaseIsRemovedWithItsLastTable) {
    std::uint32_t base = 0;
    change([&] {
        sets_->put_row(sets_->find_or_make(1).own, 4, "shared");
        base = sets_->freeze(1);
        sets_->set_base(2, base);
        sets_->put_row(sets_->find(2)->own, 5, "own");
    });
    EXPECT_EQ(rows(base), "4=shared");
    EXPECT_EQ(rows(sets_->find(1)->own), "");
    EXPECT_EQ(sets_->find(1)->base, base);
    EXPECT_EQ(sets_->find(2)->base, base);
    change([&] { sets_->forget(1); });
    EXPECT_EQ(rows(base), "4=shared");
    change([&] { sets_->forget(2); });
    EXPECT_EQ(count("items"), 0);
    EXPECT_EQ(count("row_sets"), 0);
}

TEST_F(RowSetsTest, CopiesTheRowsThatTheOtherSetDoesNotHave) {
    change([&] {
        const std::uint32_t from = sets_->find_or_make(1).own;
        const std::uint32_t to = sets_->find_or_make(2).own;
        for (std::uint64_t row = 1; row <= 4; ++row) sets_->put_row(from, row, "old");
        sets_->put_row(to, 2, "new");
        sets_->put_row(to, 3, "");
        sets_->copy_rows(from, to);
    });
    EXPECT_EQ(rows(sets_->find(2)->own), "1=old 2=new 3= 4=old");
    EXPECT_EQ(rows(sets_->find(1)->own), "1=old 2=old 3=old 4=old");
    change([&] { sets_->remove_hiding_rows(sets_->find(2)->own); });
    EXPECT_EQ(rows(sets_->find(2)->own), "1=old 2=new 4=old");
}

TEST_F(RowSetsTest, DoesNotCopyADamagedRow) {
    change([&] { sets_->put_row(sets_->find_or_make(1).own, 4, "text"); });
    connection_.execute("UPDATE items SET image = CAST('texT' AS BLOB)");
    const std::uint32_t from = sets_->find(1)->own;
    EXPECT_THROW(change([&] { sets_->copy_rows(from, 9); }), Error);
}

// A server may run for so long that the last number is used.
TEST_F(RowSetsTest, UsesFreeNumbersAfterTheLastOne) {
    change([&] {
        for (const std::uint32_t table : {1U, 2U, 3U}) sets_->find_or_make(table);
        sets_->forget(2);
        connection_.execute(
            "UPDATE row_sets SET own = " + std::to_string(kLastRowSet) +
            ", sum = row_sum(number, " + std::to_string(kLastRowSet) + ", base) WHERE number = 3"
        );
    });
    change([&] {
        EXPECT_EQ(sets_->find_or_make(4).own, 2U);
        EXPECT_EQ(sets_->find_or_make(5).own, 3U);
        EXPECT_EQ(sets_->freeze(5), 3U);
        EXPECT_EQ(sets_->find(5)->own, 4U);
    });
}

TEST_F(RowSetsTest, RefusesARowIdThatIsTooHigh) {
    EXPECT_THROW(sets_->put_row(1, kLastRowId + 1, "x"), Error);
}

TEST_F(RowSetsTest, ADamagedEntryIsFound) {
    change([&] { sets_->find_or_make(1); });
    connection_.execute("UPDATE row_sets SET own = 9");
    EXPECT_THROW(sets_->find(1), Error);
    EXPECT_THROW(read_row_sets(connection_), Error);
}

}  // namespace
}  // namespace stator::engine::persistence::sqlite
