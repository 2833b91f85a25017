#include "engine/persistence/change_log.hpp"

#include <filesystem>
#include <fstream>
#include <system_error>
#include <vector>

#include "engine/persistence/log_folding.hpp"
#include "engine/persistence/migrations.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

class ChangeLogTest : public ::testing::Test {
protected:
    std::string path() const { return directory_.path() + "/stator.log"; }

    // "sequence: row=text …; …"
    static std::string sealed(const ChangeLog& log) {
        std::string text;
        if (!log.has_sealed()) return text;
        log.read_sealed([&](const StoredBatches& stored) {
            for (const ChangeBatch& batch : stored.batches) {
                text += std::to_string(batch.sequence.value) + ";";
            }
            for (const StoredRow& row : stored.rows) text += text_of(row.payload) + ";";
        });
        return text;
    }

    // What the next start would find, which then is gone.
    std::string take() const {
        ChangeLog log(directory_.path(), false);
        std::string text = sealed(log);
        if (log.has_sealed()) log.remove_sealed();
        log.seal();
        text += sealed(log);
        if (log.has_sealed()) log.remove_sealed();
        return text;
    }

    static void append(ChangeLog& log, const std::vector<ChangeBatch>& batches) {
        log.append(batches);
    }

    TemporaryDirectory directory_;
};

TEST_F(ChangeLogTest, TouchesNothingBeforeTheFirstAppend) {
    ChangeLog log(directory_.path(), false);
    log.seal();
    EXPECT_FALSE(log.has_sealed());
    EXPECT_EQ(log.bytes(), 0U);
    EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
}

TEST_F(ChangeLogTest, ReadsWhatWasAppendedAcrossSealing) {
    ChangeLog log(directory_.path(), true);
    append(log, {put(1, 1, 1, "a"), put(2, 1, 2, "b")});
    log.seal();
    append(log, {put(3, 1, 3, "c")});
    EXPECT_EQ(sealed(log), "1;2;a;b;");
    log.seal();  // there is a sealed file already
    EXPECT_EQ(sealed(log), "1;2;a;b;");
    log.remove_sealed();
    log.seal();
    EXPECT_EQ(log.bytes(), 0U);
    EXPECT_EQ(sealed(log), "3;c;");
    append(log, {put(4, 1, 4, "d")});
    EXPECT_EQ(take(), "3;c;4;d;");
    EXPECT_EQ(take(), "");
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
        write_file(path(), whole.substr(0, length));
        EXPECT_EQ(take(), "1;a;") << length;
    }
    for (std::size_t at = first; at < whole.size(); ++at) {
        std::string damaged = whole;
        damaged[at] = static_cast<char>(damaged[at] ^ 0x20);
        write_file(path(), damaged);
        EXPECT_EQ(take(), "1;a;") << at;
    }
}

// Of a change of several batches nothing is there until its last one is.
TEST_F(ChangeLogTest, EndsBeforeAChangeThatIsTornOrDamaged) {
    std::vector<ChangeBatch> change = {put(2, 1, 2, "b"), put(3, 1, 3, "c"), put(4, 1, 4, "d")};
    change[0].is_continued = change[1].is_continued = true;
    std::string whole;
    std::size_t first = 0;
    {
        ChangeLog log(directory_.path(), false);
        append(log, {put(1, 1, 1, "a")});
        first = log.bytes();
        append(log, change);
        std::ifstream file(path(), std::ios::binary);
        whole = std::string(std::istreambuf_iterator<char>(file), {});
    }
    for (std::size_t length = first; length < whole.size(); ++length) {
        write_file(path(), whole.substr(0, length));
        EXPECT_EQ(take(), "1;a;") << length;
        std::string damaged = whole;
        // Without its highest bit the first frame would be a change of its own.
        if (length == first + 3 || length % 7 != 0) continue;
        damaged[length] = static_cast<char>(damaged[length] ^ 0x20);
        write_file(path(), damaged);
        EXPECT_EQ(take(), "1;a;") << length;
    }
    write_file(path(), whole);
    EXPECT_EQ(take(), "1;2;3;4;a;b;c;d;");
}

TEST_F(ChangeLogTest, EndsAtZeros) {
    {
        ChangeLog log(directory_.path(), false);
        append(log, {put(1, 1, 1, "a")});
    }
    std::ofstream(path(), std::ios::binary | std::ios::app) << std::string(4096, '\0');
    EXPECT_EQ(take(), "1;a;");
}

// Its length is 1, its CRC32 that of the letter a: whole, and no batch.
TEST_F(ChangeLogTest, RefusesAWholeFrameThatIsNoBatch) {
    write_file(
        path(),
        std::string(
            "\x01\0\0\0\x43\xBE\xB7\xE8"
            "a",
            9
        )
    );
    ChangeLog log(directory_.path(), false);
    EXPECT_TRUE(log.has_left_over());
    log.seal();
    EXPECT_TRUE(log.has_left_over());
    EXPECT_THROW(sealed(log), ForeignChangeLog);
    EXPECT_TRUE(log.has_sealed());
}

// A directory can be opened like a file; reading it fails as a broken disk does.
TEST_F(ChangeLogTest, DoesNotTakeAFailedReadForTheEnd) {
    std::filesystem::create_directory(path() + ".sealed");
    const ChangeLog log(directory_.path(), false);
    ASSERT_TRUE(log.has_sealed());
    EXPECT_THROW(sealed(log), std::system_error);
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
    log.seal();
    log.read_sealed([&](const StoredBatches& stored) {
        for (const StoredRow& each : stored.rows) {
            EXPECT_EQ(each.row_id, expected);
            EXPECT_EQ(text_of(each.payload).size(), 300'000 + (expected - 1) * 1'001);
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
        define(1, 1, "gone"),
        put(2, 1, 1, "x"),
        define(3, 2, "first"),
        put(4, 2, 1, "old"),
        put(5, 2, 2, "y"),
        drop(6, 1),
        define(7, 2, "second"),
        remove(8, 2, 2),
        put(9, 2, 1, "new"),
    };
    for (int time = 1; time <= 2; ++time) {
        ChangeLog log(directory_.path(), false);
        append(log, batches);
        log.seal();
        append(log, {put(10, 2, 5, "last")});
        fold_log(log, connection);
        EXPECT_EQ(take(), "");
        EXPECT_EQ(connection.integer("SELECT count(*) FROM tables"), 1);
        EXPECT_EQ(connection.integer("SELECT count(*) FROM tables WHERE definition='second'"), 1);
        EXPECT_EQ(connection.integer("SELECT sum(row_id) FROM items_2"), 6);
        EXPECT_EQ(connection.integer("SELECT value FROM meta WHERE key = 'last_sequence'"), 10);
    }
}

}  // namespace
}  // namespace stator::engine::persistence
