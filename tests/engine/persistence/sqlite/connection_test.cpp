#include "engine/persistence/sqlite/connection.hpp"

#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

class SqliteTest : public ::testing::Test {
protected:
    SqliteTest() : connection_(directory_.file()) {
        connection_.execute("CREATE TABLE pets (number INTEGER PRIMARY KEY, name BLOB)");
    }

    std::int64_t count() { return connection_.integer("SELECT count(*) FROM pets"); }

    TemporaryDirectory directory_;
    Connection connection_;
};

TEST_F(SqliteTest, ATransactionThatIsNotCommittedRollsBack) {
    {
        Transaction transaction(connection_);
        connection_.execute("INSERT INTO pets VALUES (1, 'Rex')");
        EXPECT_TRUE(connection_.in_transaction());
    }
    EXPECT_FALSE(connection_.in_transaction());
    EXPECT_EQ(count(), 0);

    Transaction transaction(connection_);
    connection_.execute("INSERT INTO pets VALUES (1, 'Rex')");
    transaction.commit();
    EXPECT_EQ(count(), 1);
}

TEST_F(SqliteTest, StatementsRunAgainAndCarryAnyBytes) {
    Statement insert(connection_, "INSERT INTO pets VALUES (?1, ?2)");
    const std::string bytes("a\0\xff", 3);
    insert.bind(1, std::int64_t{1});
    insert.bind_blob(2, bytes);
    insert.run();
    insert.bind(1, std::int64_t{2});
    insert.bind_blob(2, "");
    insert.run();

    Statement select(connection_, "SELECT number, name FROM pets ORDER BY number");
    for (int round = 0; round < 2; ++round) {
        ASSERT_TRUE(select.step());
        EXPECT_EQ(select.column_integer(0), 1);
        EXPECT_EQ(select.column_bytes(1), bytes);
        ASSERT_TRUE(select.step());
        EXPECT_EQ(select.column_bytes(1), "");
        EXPECT_FALSE(select.step());
    }
}

TEST_F(SqliteTest, AFailedStatementCanRunAgain) {
    Statement insert(connection_, "INSERT INTO pets VALUES (?1, 'Rex')");
    insert.bind(1, std::int64_t{1});
    insert.run();
    EXPECT_THROW(insert.run(), Error);
    insert.bind(1, std::int64_t{2});
    insert.run();
    EXPECT_EQ(count(), 2);
}

TEST_F(SqliteTest, ErrorsTellTheUserWhatToDo) {
    try {
        connection_.execute("SELECT nonsense");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Other);
        EXPECT_STREQ(error.what(), "no such column: nonsense");
    }
    try {
        connection_.integer("SELECT number FROM pets");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::Corrupt);
    }
    try {
        const Connection connection("/proc/nothing/here");
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::NotWritable);
    }
}

}  // namespace
}  // namespace stator::engine::persistence::sqlite
