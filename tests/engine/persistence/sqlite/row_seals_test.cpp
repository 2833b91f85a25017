#include "engine/persistence/sqlite/row_seals.hpp"

#include <functional>
#include <string>

#include "engine/persistence/share_writer.hpp"
#include "engine/persistence/sqlite/migrations.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

class RowSealsTest : public ::testing::Test {
protected:
    RowSealsTest() : connection_(directory_.file()) {
        migrate(connection_, migrations());
        seals_.emplace(connection_);
        create_items_table(connection_, "items_1");
        change([&] {
            for (int row = 1; row <= 5; ++row) put("items_1", row, "value");
        });
    }

    void change(const std::function<void()>& work) {
        SealedTransaction transaction(connection_, *seals_);
        work();
        transaction.commit();
    }

    // Past the seals, as damage comes.
    void damage(const std::string& sql) {
        seals_.reset();
        connection_.execute(sql);
        seals_.emplace(connection_);
    }

    void put(const std::string& table, int row, const std::string& value) {
        connection_.execute(
            "REPLACE INTO " + table +
            " (row_id, image, sum) SELECT row, value, row_sum(row, value)"
            " FROM (SELECT " +
            std::to_string(row) + " AS row, CAST('" + value + "' AS BLOB) AS value)"
        );
    }

    // Why the rows are refused; empty if they are not.
    std::string flaw(SealKind kind, std::uint32_t number) {
        try {
            SealedRows rows(connection_, kind, number);
            while (rows.next() != nullptr) continue;
            return "";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::Corrupt);
            return error.what();
        }
    }

    std::string flaw() { return flaw(SealKind::Items, 1); }

    Seal seal(SealKind kind, std::uint32_t number) { return read_seal(connection_, kind, number); }

    TemporaryDirectory directory_;
    Connection connection_;
    std::optional<RowSeals> seals_;
};

TEST_F(RowSealsTest, FollowsEveryKindOfStatement) {
    EXPECT_EQ(seal(SealKind::Items, 1).rows, 5U);
    change([&] { put("items_1", 2, "replaced"); });
    change([&] {
        connection_.execute(
            "UPDATE items_1 SET image = CAST('x' AS BLOB), sum = row_sum(row_id, CAST('x' AS BLOB))"
            " WHERE row_id > 3"
        );
    });
    change([&] { connection_.execute("DELETE FROM items_1 WHERE row_id = 1"); });
    change([&] {
        create_items_table(connection_, "items_2");
        connection_.execute("INSERT INTO items_2 SELECT * FROM items_1");
    });
    EXPECT_EQ(flaw(), "");
    EXPECT_EQ(flaw(SealKind::Items, 2), "");
    EXPECT_EQ(seal(SealKind::Items, 1), seal(SealKind::Items, 2));
    EXPECT_EQ(seal(SealKind::Items, 1).rows, 4U);
    change([&] { connection_.execute("DELETE FROM items_1"); });
    EXPECT_EQ(seal(SealKind::Items, 1), Seal{});
    EXPECT_EQ(flaw(), "");
}

TEST_F(RowSealsTest, ForgetsWhatWasRolledBack) {
    const Seal before = seal(SealKind::Items, 1);
    {
        SealedTransaction transaction(connection_, *seals_);
        put("items_1", 9, "never");
    }
    change([&] { put("items_1", 5, "value"); });
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

TEST_F(RowSealsTest, RenamesAndForgets) {
    const Seal before = seal(SealKind::Items, 1);
    change([&] {
        connection_.execute("ALTER TABLE items_1 RENAME TO rows_8");
        seals_->rename(SealKind::Items, 1, SealKind::BaseRows, 8);
    });
    EXPECT_EQ(seal(SealKind::Items, 1), Seal{});
    EXPECT_EQ(seal(SealKind::BaseRows, 8), before);
    EXPECT_EQ(flaw(SealKind::BaseRows, 8), "");
    change([&] {
        connection_.execute("DROP TABLE rows_8");
        seals_->forget(SealKind::BaseRows, 8);
    });
    EXPECT_EQ(seal(SealKind::BaseRows, 8), Seal{});
}

TEST_F(RowSealsTest, FindsEachKindOfDamage) {
    const struct {
        const char* sql;
        const char* expected;
    } cases[] = {
        {"UPDATE items_1 SET image = x'00' WHERE row_id = 3", "a row among the items of table"},
        {"UPDATE items_1 SET sum = sum + 1 WHERE row_id = 3", "a row among the items of table"},
        {"UPDATE items_1 SET row_id = 30 WHERE row_id = 3", "a row among the items of table"},
        {"DELETE FROM items_1 WHERE row_id = 3", "are 4 rows instead of 5"},
        {"UPDATE items_1 SET image = x'0102', sum = row_sum(row_id, x'0102') WHERE row_id = 3",
         "are not those that were written"},
        {"INSERT INTO items_1 VALUES (9, x'00', row_sum(9, x'00'))", "are 6 rows instead of 5"},
        {"DELETE FROM seals WHERE kind = 1", "are 5 rows instead of 0"},
        {"UPDATE seals SET row_count = 4 WHERE kind = 1",
         "checksums of the items of table number 1"},
    };

    for (const auto& [sql, expected] : cases) {
        connection_.execute("SAVEPOINT sound");
        damage(sql);
        EXPECT_NE(flaw().find(expected), std::string::npos) << sql << ": " << flaw();
        connection_.execute("ROLLBACK TO sound; RELEASE sound");
        EXPECT_EQ(flaw(), "");
    }
}

TEST_F(RowSealsTest, ListsWhatHasRowsOrASeal) {
    const auto has = [&](SealKind kind, std::uint32_t number) {
        for (const SealedSet& set : sealed_sets(connection_)) {
            if (set.kind == kind && set.number == number) return true;
        }
        return false;
    };
    EXPECT_TRUE(has(SealKind::Items, 1));
    EXPECT_TRUE(has(SealKind::Meta, 0));
    EXPECT_FALSE(has(SealKind::Items, 2));
    damage("DROP TABLE items_1; CREATE TABLE rows_3 (row_id INTEGER PRIMARY KEY, image, sum)");
    EXPECT_TRUE(has(SealKind::Items, 1)) << "by its seal";
    EXPECT_TRUE(has(SealKind::BaseRows, 3)) << "by its table";
    for (const SealedSet& set : sealed_sets(connection_)) {
        if (set.kind == SealKind::Items) continue;
        EXPECT_NO_THROW(Statement(connection_, set.select)) << set.name;
    }
}

TEST_F(RowSealsTest, SealsAllRowsAnew) {
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
