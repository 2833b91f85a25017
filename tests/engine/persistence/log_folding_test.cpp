#include "engine/persistence/log_folding.hpp"

#include <filesystem>
#include <string>
#include <vector>

#include "engine/persistence/migrations.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

class LogFolding : public ::testing::Test {
protected:
    LogFolding() : connection_(directory_.file()), log_(directory_.path(), false) {
        connection_.execute("PRAGMA journal_mode = WAL");
        migrate(connection_, migrations());
    }

    void append(const std::vector<ChangeBatch>& batches) { log_.append(batches); }

    // "1=text 2=text"
    std::string rows() {
        SqliteStatement select(connection_, "SELECT row_id, image FROM items_1 ORDER BY row_id");
        std::string text;
        while (select.step()) {
            text.append(text.empty() ? "" : " ")
                .append(std::to_string(select.column_integer(0)))
                .append("=")
                .append(text_of(select.column_bytes(1)));
        }
        return text;
    }

    TemporaryDirectory directory_;
    SqliteConnection connection_;
    ChangeLog log_;
};

TEST_F(LogFolding, LeavesALogThatIsNotSealedToThoseWhoAppend) {
    append({define(1, 1, "d"), put(2, 1, 1, "a")});
    ChangeWriter writer(connection_);
    fold_sealed_log(log_, writer, connection_);
    EXPECT_TRUE(log_.has_left_over());
    EXPECT_GT(log_.bytes(), 0U);
    EXPECT_EQ(connection_.integer("SELECT count(*) FROM tables"), 0);
}

TEST_F(LogFolding, MovesTheSealedLogIntoTheDataFileItself) {
    append({define(1, 1, "d"), put(2, 1, 1, "a"), put(3, 1, 2, "b")});
    log_.seal();
    append({put(4, 1, 1, "later")});
    ChangeWriter writer(connection_);
    fold_sealed_log(log_, writer, connection_);
    EXPECT_FALSE(log_.has_sealed());
    EXPECT_EQ(rows(), "1=a 2=b");
    // Nothing of it is left in SQLite's own log, which a power failure may lose.
    EXPECT_EQ(std::filesystem::file_size(directory_.file() + "-wal"), 0U);
    log_.seal();
    fold_sealed_log(log_, writer, connection_);
    EXPECT_EQ(rows(), "1=later 2=b");
}

TEST_F(LogFolding, KeepsTheLogThatTheDataFileRefuses) {
    append({define(1, 1, "d"), put(2, 1, 1, "old")});
    fold_log(log_, connection_);
    const std::int64_t pages = connection_.integer("PRAGMA page_count");
    connection_.execute("PRAGMA max_page_count = " + std::to_string(pages + 2));
    append({put(3, 1, 1, std::string(50'000, 'x'))});
    log_.seal();
    ChangeWriter writer(connection_);
    EXPECT_THROW(fold_sealed_log(log_, writer, connection_), SqliteError);
    EXPECT_TRUE(log_.has_sealed());
    EXPECT_EQ(rows(), "1=old");
    connection_.execute("PRAGMA max_page_count = 1000000");
    fold_sealed_log(log_, writer, connection_);
    EXPECT_FALSE(log_.has_sealed());
    EXPECT_EQ(rows().size(), 50'002U);
}

// A crash came while a sealed log was folded and others were appending.
TEST_F(LogFolding, TakesWhatIsLeftOverInItsOrder) {
    append({define(1, 1, "d"), put(2, 1, 1, "first"), put(3, 1, 2, "gone")});
    log_.seal();
    append({put(4, 1, 1, "second"), remove(5, 1, 2)});
    ChangeLog found(directory_.path(), false);
    fold_log(found, connection_);
    EXPECT_EQ(rows(), "1=second");
    EXPECT_FALSE(found.has_left_over());
    fold_log(found, connection_);
    EXPECT_EQ(rows(), "1=second");
}

}  // namespace
}  // namespace stator::engine::persistence
