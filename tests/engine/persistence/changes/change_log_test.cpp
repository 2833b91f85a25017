#include "engine/persistence/changes/change_log.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

#include "engine/persistence/changes/log_scan.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence::changes {
namespace {

constexpr LogIdentity kFirstLog{7, 1};
constexpr LogIdentity kSecondLog{7, 2};

class ChangeLogTest : public ::testing::Test {
protected:
    std::string path() const { return log_path(directory_.path()); }

    std::string sealed_path() const { return sealed_log_path(directory_.path()); }

    // The sequence numbers in a sound log, each followed by ";".
    static std::string sequences(const std::string& path, const LogIdentity& identity) {
        const LogScan scan = scan_log(path, identity, {});
        EXPECT_EQ(scan.state, LogState::Sound) << scan.reason;
        std::string text;
        read_log(path, identity, scan.sound_bytes, [&](const StoredBatches& stored) {
            for (const ChangeBatch& batch : stored.batches) {
                text += std::to_string(batch.sequence.value) + ";";
            }
        });
        return text;
    }

    static void append(ChangeLog& log, const std::vector<ChangeBatch>& batches) {
        log.append(batches);
    }

    TemporaryDirectory directory_;
};

TEST_F(ChangeLogTest, TouchesNothingBeforeItStarts) {
    ChangeLog log(directory_.path(), false, kFirstLog);
    log.seal();
    EXPECT_EQ(log.bytes(), 0U);
    EXPECT_FALSE(log.file());
    EXPECT_TRUE(std::filesystem::is_empty(directory_.path()));
}

TEST_F(ChangeLogTest, StartsWithASoundLogOfNoBatches) {
    write_file(path(), "what was there");
    ChangeLog log(directory_.path(), true, kFirstLog);
    log.start();
    EXPECT_EQ(log.bytes(), 0U);
    EXPECT_EQ(std::filesystem::file_size(path()), kFirstFrame);
    EXPECT_EQ(sequences(path(), kFirstLog), "");
    append(log, {put(1, 1, 1, "a")});
    log.start();
    EXPECT_EQ(sequences(path(), kFirstLog), "1;") << "a log that exists stays";
}

TEST_F(ChangeLogTest, AppendsToTheNextLogAfterSealing) {
    for (const bool is_forced : {false, true}) {
        ChangeLog log(directory_.path(), is_forced, kFirstLog);
        append(log, {put(1, 1, 1, "a"), put(2, 1, 2, "b")});
        append(log, {put(3, 1, 2, "c")});
        EXPECT_EQ(log.identity(), kFirstLog);
        EXPECT_GT(log.bytes(), 0U);
        log.seal();
        EXPECT_EQ(log.identity(), kSecondLog);
        EXPECT_EQ(log.bytes(), 0U);
        EXPECT_FALSE(std::filesystem::exists(path()));
        append(log, {put(4, 1, 3, "d")});
        EXPECT_EQ(sequences(sealed_path(), kFirstLog), "1;2;3;");
        EXPECT_EQ(sequences(path(), kSecondLog), "4;");
        remove_log(sealed_path());
        EXPECT_FALSE(std::filesystem::exists(sealed_path()));
    }
}

TEST_F(ChangeLogTest, NoticesThatItsFileHasVanished) {
    ChangeLog log(directory_.path(), false, kFirstLog);
    log.start();
    ASSERT_TRUE(log.file());
    EXPECT_FALSE(log.file()->has_vanished());
    std::filesystem::rename(path(), path() + ".away");
    EXPECT_TRUE(log.file()->has_vanished());
    write_file(path(), "another file");
    EXPECT_TRUE(log.file()->has_vanished());
    std::filesystem::rename(path() + ".away", path());
    EXPECT_FALSE(log.file()->has_vanished());
}

TEST_F(ChangeLogTest, ReadsFramesLargerThanItsBuffer) {
    ChangeLog log(directory_.path(), false, kFirstLog);
    std::size_t bytes = 0;
    std::uint64_t row = 0;
    while (bytes < (80U << 20U)) {
        const std::string value(300'000 + row * 11'001, 'x');
        ++row;
        append(log, {put(row, 1, row, value)});
        bytes += value.size();
    }
    std::uint64_t expected = 1;
    const LogScan scan = scan_log(path(), kFirstLog, {});
    EXPECT_EQ(scan.changes, row);
    EXPECT_EQ(scan.sound_bytes, std::filesystem::file_size(path()));
    int visits = 0;
    read_log(path(), kFirstLog, scan.sound_bytes, [&](const StoredBatches& stored) {
        ++visits;
        for (const StoredRow& each : stored.rows) {
            EXPECT_EQ(each.row_id, expected);
            EXPECT_EQ(text_of(each.payload).size(), 300'000 + (expected - 1) * 11'001);
            ++expected;
        }
    });
    EXPECT_EQ(expected, row + 1);
    EXPECT_GT(visits, 1);
}

}  // namespace
}  // namespace stator::engine::persistence::changes
