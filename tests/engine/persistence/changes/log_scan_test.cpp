#include "engine/persistence/changes/log_scan.hpp"

#include <filesystem>
#include <system_error>
#include <vector>

#include "engine/persistence/changes/change_log.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"
#include "tests/support/torn_log.hpp"

namespace stator::engine::persistence::changes {
namespace {

constexpr LogIdentity kLog{7, 3};
constexpr LogOrigin kKilled{.is_forced = false, .is_same_boot = true};
constexpr LogOrigin kForcedAndCut{.is_forced = true, .is_same_boot = false};
constexpr LogOrigin kCut{.is_forced = false, .is_same_boot = false};

class LogScanTest : public ::testing::Test {
protected:
    LogScanTest() {
        ChangeLog log(directory_.path(), false, kLog);
        log.start();
        for (std::uint64_t i = 1; i <= 5; ++i) {
            ends_.push_back(std::filesystem::file_size(path()));
            log.append(std::vector{put(i, 1, i, "value " + std::to_string(i))});
        }
        ends_.push_back(std::filesystem::file_size(path()));
        whole_ = snapshot(directory_.path())["stator.log"];
    }

    std::string path() const { return log_path(directory_.path()); }

    LogScan scan(const std::string& bytes, const LogOrigin& origin) const {
        write_file(path(), bytes);
        return scan_log(path(), kLog, origin);
    }

    // The log as if the last `count` appends had not been completed, but with the bytes of their
    // frames.
    std::string without_marks_of(std::size_t count) const {
        return testing::torn_log(whole_, ends_[ends_.size() - 1 - count], whole_.size());
    }

    TemporaryDirectory directory_;
    std::string whole_;
    // ends_[n] is the end of the file after n appends.
    std::vector<std::size_t> ends_;
};

TEST_F(LogScanTest, FindsAWholeLogSound) {
    for (const LogOrigin& origin : {kKilled, kForcedAndCut, kCut}) {
        const LogScan found = scan(whole_, origin);
        EXPECT_EQ(found.state, LogState::Sound);
        EXPECT_EQ(found.changes, 5U);
        EXPECT_EQ(found.sound_bytes, whole_.size());
        EXPECT_EQ(found.acknowledged_bytes, whole_.size());
        EXPECT_EQ(found.lost_bytes(), 0U);
    }
}

// Frames after the mark were not acknowledged.
TEST_F(LogScanTest, FindsAnEndTornIfItsAppendWasInProgress) {
    const std::string bytes = without_marks_of(1);
    for (std::size_t length = ends_[4] + 1; length < whole_.size(); ++length) {
        for (const LogOrigin& origin : {kKilled, kForcedAndCut}) {
            const LogScan found = scan(bytes.substr(0, length), origin);
            EXPECT_EQ(found.state, LogState::Torn) << length;
            EXPECT_EQ(found.changes, 4U);
            EXPECT_EQ(found.sound_bytes, ends_[4]);
        }
    }
    EXPECT_EQ(scan(bytes.substr(0, ends_[4]), kKilled).state, LogState::Sound);
    EXPECT_EQ(scan(bytes, kKilled).state, LogState::Sound) << "complete, and not told to anybody";
}

TEST_F(LogScanTest, FindsDamageIfAcknowledgedBytesAreMissing) {
    for (std::size_t length = 0; length < whole_.size(); ++length) {
        const LogScan found = scan(whole_.substr(0, length), kKilled);
        EXPECT_EQ(found.state, LogState::Damaged) << length;
        EXPECT_NE(found.reason, "");
    }
    EXPECT_EQ(scan(whole_.substr(0, ends_[3]), kForcedAndCut).state, LogState::Damaged);
    EXPECT_EQ(scan(whole_.substr(0, ends_[3]), kKilled).lost_bytes(), whole_.size() - ends_[3]);
}

TEST_F(LogScanTest, FindsEachChangedByteOfFrames) {
    for (std::size_t at = kFirstFrame; at < whole_.size(); ++at) {
        std::string bytes = whole_;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x20);
        const LogScan found = scan(bytes, kKilled);
        EXPECT_EQ(found.state, LogState::Damaged) << at;
        EXPECT_EQ(found.changes + found.frames_behind, 4U) << at;
    }
}

TEST_F(LogScanTest, FindsZerosRepeatsAndExchanges) {
    std::string bytes = whole_;
    bytes.replace(ends_[1], 40, std::string(40, '\0'));
    EXPECT_EQ(scan(bytes, kKilled).frames_behind, 3U);
    const std::string second = whole_.substr(ends_[1], ends_[2] - ends_[1]);
    const std::string third = whole_.substr(ends_[2], ends_[3] - ends_[2]);
    ASSERT_EQ(second.size(), third.size());
    bytes = whole_;
    bytes.replace(ends_[1], second.size(), third).replace(ends_[2], third.size(), second);
    LogScan found = scan(bytes, kKilled);
    EXPECT_EQ(found.state, LogState::Damaged) << "exchanged";
    EXPECT_EQ(found.changes, 1U);
    EXPECT_EQ(found.frames_behind, 2U);
    bytes = whole_;
    bytes.replace(ends_[2], third.size(), second);
    EXPECT_EQ(scan(bytes, kKilled).state, LogState::Damaged) << "repeated";
    bytes = whole_;
    bytes.erase(ends_[1], second.size());
    EXPECT_EQ(scan(bytes, kKilled).state, LogState::Damaged) << "lost";
    EXPECT_EQ(scan(whole_ + second, kKilled).state, LogState::Torn) << "no frame at that place";
}

TEST_F(LogScanTest, FindsADamagedHeaderAndItsFrames) {
    for (std::size_t at = 0; at < 40; ++at) {
        std::string bytes = whole_;
        bytes[at] = static_cast<char>(bytes[at] ^ 1);
        const LogScan found = scan(bytes, kKilled);
        EXPECT_EQ(found.state, LogState::Damaged) << at;
        EXPECT_EQ(found.frames_behind, 5U) << at;
    }
    EXPECT_EQ(scan_log(path(), {7, 4}, kKilled).frames_behind, 0U) << "of another log";
}

TEST_F(LogScanTest, RequiresOneMark) {
    std::string bytes = whole_;
    bytes[place_of_mark(5)] ^= 1;
    LogScan found = scan(bytes, kKilled);
    EXPECT_EQ(found.state, LogState::Sound);
    EXPECT_EQ(found.acknowledged_bytes, ends_[4]);
    bytes[place_of_mark(4)] ^= 1;
    found = scan(bytes, kKilled);
    EXPECT_EQ(found.state, LogState::Damaged);
    EXPECT_EQ(found.frames_behind, 5U);
}

// A disk may write the later pages of an append and not the first.
TEST_F(LogScanTest, FindsThePartsOfOneForcedAppendTornAfterAPowerFailure) {
    std::size_t begin = 0;
    std::string bytes;
    {
        ChangeLog log(directory_.path(), true, kLog);
        log.append(std::vector{put(1, 1, 1, "a")});
        begin = std::filesystem::file_size(path());
        log.append(std::vector{put(2, 1, 2, "b"), put(3, 1, 3, "c")});
        bytes = snapshot(directory_.path())["stator.log"];
    }
    bytes = testing::torn_log(bytes, begin, bytes.size());
    bytes.replace(begin, 30, std::string(30, '\0'));
    const LogScan found = scan(bytes, kForcedAndCut);
    EXPECT_EQ(found.state, LogState::Torn);
    EXPECT_EQ(found.frames_behind, 1U);
    EXPECT_EQ(scan(bytes, kKilled).state, LogState::Damaged) << "a process writes in order";
    // Only one append can be in progress.
    std::string earlier = without_marks_of(3);
    earlier.replace(ends_[2], 30, std::string(30, '\0'));
    EXPECT_EQ(scan(earlier, kForcedAndCut).state, LogState::Damaged);
}

TEST_F(LogScanTest, ReportsTheLossOfAPowerFailureInALogThatWasNotForced) {
    std::string bytes = whole_;
    bytes.replace(ends_[1], 30, std::string(30, '\0'));
    LogScan found = scan(bytes, kCut);
    EXPECT_EQ(found.state, LogState::PowerLoss);
    EXPECT_EQ(found.changes, 1U);
    EXPECT_EQ(found.frames_behind, 3U);
    found = scan(whole_.substr(0, ends_[2]), kCut);
    EXPECT_EQ(found.state, LogState::PowerLoss);
    EXPECT_EQ(found.lost_bytes(), whole_.size() - ends_[2]);
}

// A change of several batches counts only if its last batch is intact.
TEST_F(LogScanTest, EndsBeforeAChangeThatIsTorn) {
    std::vector<ChangeBatch> change = {put(2, 1, 2, "b"), put(3, 1, 3, "c"), put(4, 1, 4, "d")};
    change[0].is_continued = change[1].is_continued = true;
    std::size_t first = 0;
    {
        ChangeLog log(directory_.path(), false, kLog);
        log.append(std::vector{put(1, 1, 1, "a")});
        first = std::filesystem::file_size(path());
        log.append(change);
    }
    std::string bytes = snapshot(directory_.path())["stator.log"];
    EXPECT_EQ(scan(bytes, kKilled).changes, 2U);
    bytes = testing::torn_log(bytes, first, bytes.size());
    for (std::size_t length = first + 1; length < bytes.size(); ++length) {
        const LogScan found = scan(bytes.substr(0, length), kKilled);
        EXPECT_EQ(found.state, LogState::Torn) << length;
        EXPECT_EQ(found.sound_bytes, first) << length;
    }
}

TEST_F(LogScanTest, EndsAtZerosBehindTheLastAppend) {
    const LogScan found = scan(whole_ + std::string(4096, '\0'), kKilled);
    EXPECT_EQ(found.state, LogState::Torn);
    EXPECT_EQ(found.changes, 5U);
}

// A directory can be opened like a file; reading it fails as a broken disk does.
TEST_F(LogScanTest, DoesNotTakeAFailedReadForTheEnd) {
    std::filesystem::create_directory(directory_.path() + "/odd");
    EXPECT_THROW(scan_log(directory_.path() + "/odd", kLog, kKilled), std::system_error);
    EXPECT_THROW(scan_log(directory_.path() + "/none", kLog, kKilled), std::system_error);
}

TEST_F(LogScanTest, ReadsNoMoreThanWasFoundSound) {
    std::uint64_t batches = 0;
    const auto count = [&](const StoredBatches& stored) { batches += stored.batches.size(); };
    read_log(path(), kLog, ends_[3], count);
    EXPECT_EQ(batches, 3U);
    EXPECT_THROW(read_log(path(), {7, 4}, ends_[3], count), std::runtime_error);
}

}  // namespace
}  // namespace stator::engine::persistence::changes
