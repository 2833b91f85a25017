#include "engine/persistence/sqlite/foundations.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/migrations.hpp"
#include "tests/support/sealed_rows.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::engine::persistence::sqlite {
namespace {

using ::testing::HasSubstr;

class FoundationsTest : public ::testing::Test {
protected:
    FoundationsTest() {
        Connection connection(directory_.file());
        migrate(connection, migrations());
        connection.execute("PRAGMA journal_mode = WAL");
    }

    // Changes the file without updating the seals, like damage.
    void execute(const std::string& sql) { Connection(directory_.file()).execute(sql); }

    // Returns why the file is refused, or "" if it is accepted.
    std::string flaw() {
        Connection connection(directory_.file());
        try {
            check_foundations(connection);
            return "";
        } catch (const Error& error) {
            EXPECT_EQ(error.kind(), ErrorKind::Corrupt);
            return error.what();
        }
    }

    const testing::TemporaryDirectory directory_;
};

TEST_F(FoundationsTest, AcceptsAnIntactFile) {
    EXPECT_EQ(flaw(), "");
    testing::write_sealed(
        directory_.file(), "UPDATE meta SET value = 9, sum = row_sum(key, 9) WHERE rowid = 1"
    );
    EXPECT_EQ(flaw(), "");
}

TEST_F(FoundationsTest, FindsADamagedCounter) {
    execute("UPDATE meta SET value = value + 1 WHERE key = 'last_table_number'");
    EXPECT_THAT(flaw(), HasSubstr("a row among the counters is damaged"));
}

// A page of an older state contains rows that are valid by themselves.
TEST_F(FoundationsTest, FindsAnOlderCounter) {
    testing::write_sealed(
        directory_.file(),
        "UPDATE meta SET value = 9, sum = row_sum(key, 9) WHERE key = 'last_table_number'"
    );
    {
        Connection connection(directory_.file());
        take_sum_seed(connection);
        connection.execute(
            "UPDATE meta SET value = 0, sum = row_sum(key, 0) WHERE key = 'last_table_number'"
        );
    }
    EXPECT_THAT(flaw(), HasSubstr("rows among the counters are not those that were written"));
}

TEST_F(FoundationsTest, FindsAMissingCounter) {
    execute("DELETE FROM meta WHERE key = 'logs_folded'");
    EXPECT_THAT(flaw(), HasSubstr("the counters are 7 rows instead of 8"));
    execute("DELETE FROM meta WHERE key = 'data_file_id'");
    EXPECT_NE(flaw(), "");
}

TEST_F(FoundationsTest, FindsAChangedSchema) {
    execute("CREATE INDEX more ON tables (region)");
    EXPECT_THAT(flaw(), HasSubstr("its list of tables is not the one that was written"));
}

TEST_F(FoundationsTest, FindsADamagedPageOfASmallFile) {
    execute(
        "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM"
        " sqlite_schema WHERE name = 'streams') WHERE name = 'tables'"
    );
    EXPECT_THAT(flaw(), HasSubstr("reference to page"));
}

// ---- The seed of a damaged file ----

class SumSeedTest : public FoundationsTest {
protected:
    // The seed that is found, or 0 if none is found.
    std::uint64_t found() {
        Connection connection(directory_.file());
        return find_sum_seed(connection) ? connection.sum_seed() : 0;
    }
};

TEST_F(SumSeedTest, IsFoundWithoutItsCounter) {
    const std::uint64_t seed = found();
    EXPECT_NE(seed, 0U);
    execute("UPDATE meta SET value = value + 1 WHERE key = 'data_file_id'");
    EXPECT_EQ(found(), seed);
    execute("DELETE FROM meta WHERE key = 'data_file_id'");
    EXPECT_EQ(found(), seed);
}

TEST_F(SumSeedTest, IsFoundWithoutItsCopy) {
    const std::uint64_t seed = found();
    execute("DELETE FROM seals WHERE kind = 0");
    EXPECT_EQ(found(), seed);
}

TEST_F(SumSeedTest, IsNotFoundWithoutAnyIntactRow) {
    execute("UPDATE meta SET sum = sum + 1");
    EXPECT_EQ(found(), 0U);
}

TEST_F(SumSeedTest, IsAnotherOneForEachFile) {
    const testing::TemporaryDirectory other;
    Connection connection(other.file());
    migrate(connection, migrations());
    EXPECT_NE(connection.sum_seed(), found());
}

}  // namespace
}  // namespace stator::engine::persistence::sqlite
