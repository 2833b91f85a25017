#include "engine/persistence/log_folding.hpp"

#include <string>
#include <vector>

#include "engine/persistence/changes/log_scan.hpp"
#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/migrations.hpp"
#include "engine/persistence/sqlite/row_sets.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

constexpr changes::LogIdentity kLog{7, 1};

class LogFolding : public ::testing::Test {
protected:
    LogFolding() : connection_(directory_.file()), log_(directory_.path(), false, kLog) {
        connection_.execute("PRAGMA journal_mode = WAL");
        sqlite::migrate(connection_, sqlite::migrations());
        seals_.emplace(connection_);
    }

    void append(const std::vector<ChangeBatch>& batches) { log_.append(batches); }

    void fold() {
        ChangeWriter writer(connection_, *seals_);
        const std::string path = changes::log_path(directory_.path());
        fold_log(path, kLog, changes::scan_log(path, kLog, {}).sound_bytes, writer);
    }

    // The rows as "1=text 2=text".
    std::string rows() {
        sqlite::Statement select(connection_, "SELECT place, image FROM items ORDER BY place");
        std::string text;
        while (select.step()) {
            text.append(text.empty() ? "" : " ")
                .append(std::to_string(sqlite::row_id_at(select.column_integer(0))))
                .append("=")
                .append(text_of(select.column_bytes(1)));
        }
        return text;
    }

    std::uint64_t sealed_rows() {
        return sqlite::SealedReader(connection_).seal(sqlite::SealKind::Items, 1).rows;
    }

    TemporaryDirectory directory_;
    sqlite::Connection connection_;
    std::optional<sqlite::RowSeals> seals_;
    changes::ChangeLog log_;
};

TEST_F(LogFolding, WritesABatchesRowsAndCountsTheLog) {
    append({define(1, 1, "d"), put(2, 1, 1, "a"), put(3, 1, 2, "b")});
    EXPECT_EQ(sqlite::read_counter(connection_, sqlite::kLogsFolded), 0U);
    fold();
    EXPECT_EQ(rows(), "1=a 2=b");
    EXPECT_EQ(sqlite::read_counter(connection_, sqlite::kLogsFolded), 1U);
    EXPECT_EQ(sqlite::read_counter(connection_, sqlite::kLastSequence), 3U);
}

// After a crash while folding, the data file may contain the log's batches.
TEST_F(LogFolding, HasTheSameEffectTheSecondTime) {
    append(
        {define(1, 1, "gone"),
         put(2, 1, 1, "x"),
         drop(6, 1),
         define(3, 2, "first"),
         put(4, 2, 1, "old"),
         put(5, 2, 2, "y"),
         define(7, 2, "second"),
         remove(8, 2, 2),
         put(9, 2, 1, "new")}
    );
    for (int time = 1; time <= 2; ++time) {
        fold();
        EXPECT_EQ(connection_.integer("SELECT count(*) FROM tables"), 1);
        EXPECT_EQ(connection_.integer("SELECT count(*) FROM tables WHERE definition='second'"), 1);
        EXPECT_EQ(rows(), "1=new");
        EXPECT_EQ(sqlite::read_counter(connection_, sqlite::kLastSequence), 9U);
        EXPECT_EQ(sealed_rows(), 1U);
    }
}

TEST_F(LogFolding, LeavesTheDataFileUnchangedIfItRefuses) {
    append({define(1, 1, "d"), put(2, 1, 1, "old")});
    fold();
    const std::int64_t pages = connection_.integer("PRAGMA page_count");
    connection_.execute("PRAGMA max_page_count = " + std::to_string(pages + 2));
    append({put(3, 1, 1, std::string(50'000, 'x'))});
    EXPECT_THROW(fold(), sqlite::Error);
    EXPECT_EQ(rows(), "1=old");
    connection_.execute("PRAGMA max_page_count = 1000000");
    fold();
    EXPECT_EQ(rows().size(), 50'002U);
    EXPECT_EQ(sealed_rows(), 1U);
}

// A checksum must not become valid because another column of its row changes.
TEST_F(LogFolding, DoesNotMakeADamagedRowValid) {
    append({define(1, 1, "d"), put(2, 1, 1, "a")});
    fold();
    connection_.execute("UPDATE tables SET universe = 'Shared'");
    append({define(3, 1, "new")});
    fold();
    sqlite::Statement select(connection_, "SELECT universe, definition FROM tables");
    ASSERT_TRUE(select.step());
    EXPECT_EQ(select.column_bytes(0), "shared") << "as the log has it";
    EXPECT_EQ(select.column_bytes(1), "new");
}

}  // namespace
}  // namespace stator::engine::persistence
