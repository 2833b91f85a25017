#include "engine/persistence/sqlite/row_seals.hpp"

#include <gmock/gmock.h>

#include <functional>
#include <string>

#include "engine/persistence/sqlite/migrations.hpp"
#include "engine/persistence/sqlite/row_sets.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

class RowSealsTest : public ::testing::Test {
protected:
    RowSealsTest() : connection_(directory_.file()) {
        migrate(connection_, migrations());
        seals_.emplace(connection_);
        change([&] {
            for (int row = 1; row <= 5; ++row) put(1, row, "value");
        });
    }

    void change(const std::function<void()>& work) {
        SealedTransaction transaction(connection_, *seals_);
        work();
        transaction.commit();
    }

    // Changes the file without updating the seals, like damage.
    void damage(const std::string& sql) {
        seals_.reset();
        connection_.execute(sql);
        seals_.emplace(connection_);
    }

    static std::string place(std::uint32_t row_set, int row) {
        return std::to_string(first_place(row_set) + row);
    }

    void put(std::uint32_t row_set, int row, const std::string& value) {
        connection_.execute(
            "REPLACE INTO items (place, image, sum) SELECT place, value, row_sum(place, value)"
            " FROM (SELECT " +
            place(row_set, row) + " AS place, CAST('" + value + "' AS BLOB) AS value)"
        );
    }

    // Returns why the rows are refused, or "" if they are accepted.
    std::string flaw(SealKind kind, std::uint32_t number) {
        try {
            SealedReader reader(connection_);
            SealedRows rows(reader, kind, number);
            while (rows.next() != nullptr) continue;
            return "";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::Corrupt);
            return error.what();
        }
    }

    std::string flaw() { return flaw(SealKind::Items, 1); }

    Seal seal(SealKind kind, std::uint32_t number) {
        return SealedReader(connection_).seal(kind, number);
    }

    TemporaryDirectory directory_;
    Connection connection_;
    std::optional<RowSeals> seals_;
};

TEST_F(RowSealsTest, FollowsEveryKindOfStatement) {
    EXPECT_EQ(seal(SealKind::Items, 1).rows, 5U);
    change([&] { put(1, 2, "replaced"); });
    change([&] {
        connection_.execute(
            "UPDATE items SET image = CAST('x' AS BLOB), sum = row_sum(place, CAST('x' AS BLOB))"
            " WHERE place > " +
            place(1, 3)
        );
    });
    change([&] { connection_.execute("DELETE FROM items WHERE place = " + place(1, 1)); });
    change([&] {
        connection_.execute(
            "INSERT INTO items SELECT place + " + place(1, 0) + ", image, row_sum(place + " +
            place(1, 0) + ", image) FROM items"
        );
    });
    EXPECT_EQ(flaw(), "");
    EXPECT_EQ(flaw(SealKind::Items, 2), "");
    EXPECT_EQ(seal(SealKind::Items, 1).rows, 4U);
    EXPECT_EQ(seal(SealKind::Items, 2).rows, 4U);
    EXPECT_NE(seal(SealKind::Items, 1), seal(SealKind::Items, 2)) << "a row's place counts";
    change([&] { connection_.execute("DELETE FROM items WHERE place < " + place(2, 0)); });
    EXPECT_EQ(seal(SealKind::Items, 1), Seal{});
    EXPECT_EQ(flaw(), "");
    EXPECT_EQ(flaw(SealKind::Items, 2), "");
}

TEST_F(RowSealsTest, ForgetsWhatWasRolledBack) {
    const Seal before = seal(SealKind::Items, 1);
    {
        SealedTransaction transaction(connection_, *seals_);
        put(1, 9, "never");
    }
    change([&] { put(1, 5, "value"); });
    EXPECT_EQ(seal(SealKind::Items, 1), before);
    EXPECT_EQ(flaw(), "");
}

TEST_F(RowSealsTest, HasASealForEachNumberOfSharedTables) {
    const auto insert = [&](int stream, int sequence) {
        connection_.execute(
            "INSERT INTO stream_records SELECT *, row_sum(a, b, 0, 's', 0, 0, 0, x'00', NULL, NULL)"
            " FROM (SELECT " +
            std::to_string(stream) + " AS a, " + std::to_string(sequence) +
            " AS b, 0, 's', 0, 0, 0, x'00', NULL, NULL)"
        );
    };
    change([&] {
        for (int sequence = 1; sequence <= 3; ++sequence) insert(1, sequence);
        insert(2, 4);
    });
    EXPECT_EQ(seal(SealKind::Records, 1).rows, 3U);
    EXPECT_EQ(seal(SealKind::Records, 2).rows, 1U);
    change([&] { connection_.execute("DELETE FROM stream_records WHERE sequence >= 3"); });
    EXPECT_EQ(seal(SealKind::Records, 1).rows, 2U);
    EXPECT_EQ(seal(SealKind::Records, 2), Seal{});
}

TEST_F(RowSealsTest, AddsTheChangesOfTheTransaction) {
    const Seal before = seal(SealKind::Items, 1);
    change([&] {
        put(1, 6, "more");
        put(3, 1, "first");
        EXPECT_EQ(seals_->current(SealKind::Items, 1).rows, 6U);
        EXPECT_EQ(seals_->current(SealKind::Items, 3).rows, 1U);
        EXPECT_EQ(seal(SealKind::Items, 1), before);
    });
    EXPECT_EQ(seal(SealKind::Items, 1).rows, 6U);
}

TEST_F(RowSealsTest, FindsEachKindOfDamage) {
    const std::string third = place(1, 3);

    const struct {
        std::string sql;
        const char* expected;
    } cases[] = {
        {"UPDATE items SET image = x'00' WHERE place = " + third, "a row among the items of row"},
        {"UPDATE items SET sum = sum + 1 WHERE place = " + third, "a row among the items of row"},
        {"UPDATE items SET place = place + 30 WHERE place = " + third, "a row among the items of"},
        {"DELETE FROM items WHERE place = " + third, "are 4 rows instead of 5"},
        {"UPDATE items SET image = x'0102', sum = row_sum(place, x'0102') WHERE place = " + third,
         "are not those that were written"},
        {"INSERT INTO items VALUES (" + third + " + 6, x'00', row_sum(" + third + " + 6, x'00'))",
         "are 6 rows instead of 5"},
        {"DELETE FROM seals WHERE kind = 1", "are 5 rows instead of 0"},
        {"UPDATE seals SET row_count = 4 WHERE kind = 1", "checksums of the items of row set 1"},
    };

    for (const auto& [sql, expected] : cases) {
        connection_.execute("SAVEPOINT sound");
        damage(sql);
        EXPECT_NE(flaw().find(expected), std::string::npos) << sql << ": " << flaw();
        connection_.execute("ROLLBACK TO sound; RELEASE sound");
        EXPECT_EQ(flaw(), "");
    }
}

TEST_F(RowSealsTest, ListsSetsThatHaveRowsOrASeal) {
    const auto has = [&](SealKind kind, std::uint32_t number) {
        for (const SealedSet& set : sealed_sets(connection_)) {
            if (set.kind == kind && set.number == number) return true;
        }
        return false;
    };
    EXPECT_TRUE(has(SealKind::Items, 1));
    EXPECT_TRUE(has(SealKind::Meta, 0));
    EXPECT_FALSE(has(SealKind::Items, 2));
    damage(
        "UPDATE items SET place = place + " + place(2, 0) + "; DELETE FROM seals WHERE kind = 3"
    );
    EXPECT_TRUE(has(SealKind::Items, 1)) << "by its seal";
    EXPECT_TRUE(has(SealKind::Items, 3)) << "by its rows";
    SealedReader reader(connection_);
    for (const SealedSet& set : sealed_sets(connection_)) {
        EXPECT_NO_THROW(reader.select(set.kind, set.number)) << set.name;
    }
}

TEST_F(RowSealsTest, ASealOfNoKindHasNoRows) {
    damage("INSERT INTO seals VALUES (77, 5, 3, 4, row_sum(77, 5, 3, 4))");
    EXPECT_THAT(flaw(static_cast<SealKind>(77), 5), ::testing::HasSubstr("0 rows instead of 3"));
}

TEST_F(RowSealsTest, SealsAllRowsAgain) {
    std::map<std::string, Seal> before;
    for (const SealedSet& set : sealed_sets(connection_)) {
        before[set.name] = seal(set.kind, set.number);
    }
    connection_.execute("DELETE FROM seals");
    seal_all_rows(connection_);
    for (const SealedSet& set : sealed_sets(connection_)) {
        EXPECT_EQ(seal(set.kind, set.number), before[set.name]) << set.name;
    }
}

}  // namespace
}  // namespace stator::engine::persistence::sqlite
