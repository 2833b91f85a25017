#include "engine/persistence/change_log.hpp"

#include <fstream>
#include <vector>

#include "engine/persistence/log_folding.hpp"
#include "engine/persistence/migrations.hpp"
#include "persistence_fixture.hpp"

namespace stator::engine {
namespace {

using testing::define;
using testing::put;
using testing::remove;

class ChangeLogTest : public ::testing::Test {
protected:
    std::string path() const { return directory_.path() + "/stator.log"; }

    // "sequence: row=text …; …"
    static std::string text(const ChangeLog& log, bool sealed_only = false) {
        std::string text;
        const auto visit = [&](const StoredBatches& stored) {
            for (const ChangeBatch& batch : stored.batches) {
                text += std::to_string(batch.sequence.value) + ";";
            }
            for (const StoredRow& row : stored.rows) text += testing::text_of(row.payload) + ";";
        };
        sealed_only ? log.read_sealed(visit) : log.read(visit);
        return text;
    }

    static void append(ChangeLog& log, const std::vector<ChangeBatch>& batches) {
        log.append(batches);
    }

    testing::TemporaryDirectory directory_;
};

TEST_F(ChangeLogTest, TouchesNothingBeforeTheFirstAppend) {
    ChangeLog log(directory_.path(), false);
    log.seal();
    EXPECT_TRUE(log.is_empty());
    EXPECT_EQ(log.bytes(), 0U);
    EXPECT_EQ(text(log), "");
    EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST_F(ChangeLogTest, ReadsWhatWasAppendedAcrossSealing) {
    ChangeLog log(directory_.path(), true);
    append(log, {put(1, 1, 1, "a"), put(2, 1, 2, "b")});
    log.seal();
    append(log, {put(3, 1, 3, "c")});
    EXPECT_EQ(text(log, true), "1;2;a;b;");
    EXPECT_EQ(text(log), "1;2;a;b;3;c;");
    log.seal();  // there is a sealed file already
    EXPECT_EQ(text(log, true), "1;2;a;b;");
    log.remove_sealed();
    EXPECT_EQ(text(ChangeLog(directory_.path(), false)), "3;c;");
    log.seal();
    EXPECT_EQ(log.bytes(), 0U);
    EXPECT_EQ(text(log, true), "3;c;");
    log.remove();
    EXPECT_TRUE(log.is_empty());
}

TEST_F(ChangeLogTest, EndsAtATornOrDamagedFrame) {
    {
        ChangeLog log(directory_.path(), false);
        append(log, {put(1, 1, 1, "a")});
    }
    const auto first = std::filesystem::file_size(path());
    {
        ChangeLog log(directory_.path(), false);
        append(log, {put(1, 1, 1, "a"), put(2, 1, 2, "b")});
    }
    const std::string whole = [&] {
        std::ifstream file(path(), std::ios::binary);
        return std::string(std::istreambuf_iterator<char>(file), {});
    }();
    for (std::size_t length = first; length < whole.size(); ++length) {
        testing::write_file(path(), whole.substr(0, length));
        EXPECT_EQ(text(ChangeLog(directory_.path(), false)), "1;a;") << length;
    }
    for (std::size_t at = first; at < whole.size(); ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
        testing::write_file(path(), damaged);
        EXPECT_EQ(text(ChangeLog(directory_.path(), false)), "1;a;") << at;
    }
}

TEST_F(ChangeLogTest, FramesMayLieAcrossReads) {
    ChangeLog log(directory_.path(), false);
    std::size_t bytes = 0;
    std::uint64_t row = 0;
    while (bytes < (80u << 20)) {
        const std::string value(300'000 + row * 1'001, 'x');
        ++row;
        append(log, {put(row, 1, row, value)});
        bytes += value.size();
    }
    std::uint64_t expected = 1;
    log.read([&](const StoredBatches& stored) {
        for (const StoredRow& each : stored.rows) {
            EXPECT_EQ(each.row_id, expected);
            EXPECT_EQ(testing::text_of(each.payload).size(), 300'000 + (expected - 1) * 1'001);
            ++expected;
        }
    });
    EXPECT_EQ(expected, row + 1);
}

// A crash while folding leaves a log whose batches the data file has already.
TEST_F(ChangeLogTest, FoldingTwiceIsFoldingOnce) {
    SqliteConnection connection(directory_.file());
    migrate(connection, migrations());
    const std::vector<ChangeBatch> batches = {
        define(1, 1, "gone"),      put(2, 1, 1, "x"), define(3, 2, "first"),
        put(4, 2, 1, "old"),       put(5, 2, 2, "y"), testing::drop(6, 1),
        define(7, 2, "second"),    remove(8, 2, 2),   put(9, 2, 1, "new"),
    };
    for (int time = 1; time <= 2; ++time) {
        ChangeLog log(directory_.path(), false);
        append(log, batches);
        log.seal();
        append(log, {put(10, 2, 5, "last")});
        fold_log(log, connection);
        EXPECT_TRUE(log.is_empty());
        EXPECT_EQ(connection.integer("SELECT count(*) FROM tables"), 1);
        EXPECT_EQ(connection.integer("SELECT count(*) FROM tables WHERE definition='second'"), 1);
        EXPECT_EQ(connection.integer("SELECT sum(row_id) FROM items_2"), 6);
        EXPECT_EQ(connection.integer("SELECT value FROM meta WHERE key = 'last_sequence'"), 10);
    }
}

}  // namespace
}  // namespace stator::engine
