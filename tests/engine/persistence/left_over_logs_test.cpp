#include "engine/persistence/left_over_logs.hpp"

#include <gmock/gmock.h>

#include <filesystem>
#include <string>
#include <vector>

#include "engine/persistence/changes/change_log.hpp"
#include "engine/persistence/sqlite/counters.hpp"
#include "engine/persistence/sqlite/migrations.hpp"
#include "tests/engine/persistence/persistence_fixture.hpp"

namespace stator::engine::persistence {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

class LeftOverLogsTest : public ::testing::Test {
protected:
    LeftOverLogsTest() : connection_(directory_.file()) {
        sqlite::migrate(connection_, sqlite::migrations());
        tell(sqlite::kLogsBoot, this_boot());
        data_file_ = sqlite::read_counter(connection_, sqlite::kDataFileId);
    }

    void tell(std::string_view key, std::uint64_t value) {
        sqlite::write_counter(connection_, key, value);
    }

    std::string log() const { return changes::log_path(directory_.path()); }

    std::string sealed() const { return changes::sealed_log_path(directory_.path()); }

    // Leaves a log with that number and one batch as `stator.log`.
    void leave(std::uint64_t number) const {
        changes::ChangeLog left(directory_.path(), false, {data_file_, number});
        left.append(std::vector{put(number, 1, number, "x")});
    }

    LeftOverLogs found() { return find_left_over_logs(connection_, directory_.path()); }

    std::vector<std::uint64_t> unfolded() {
        std::vector<std::uint64_t> numbers;
        for (const LeftOverLog& left : found().unfolded) numbers.push_back(left.identity.number);
        return numbers;
    }

    TemporaryDirectory directory_;
    sqlite::Connection connection_;
    std::uint64_t data_file_ = 0;
};

TEST_F(LeftOverLogsTest, FindsNothingAfterACleanEnd) {
    EXPECT_TRUE(found().is_empty());
    tell(sqlite::kLogsStarted, 12);
    tell(sqlite::kLogsFolded, 12);
    EXPECT_TRUE(found().is_empty());
}

TEST_F(LeftOverLogsTest, FindsTheLogsOfAKilledProcessInTheirOrder) {
    tell(sqlite::kLogsStarted, 4);
    tell(sqlite::kLogsFolded, 3);
    leave(4);
    EXPECT_THAT(unfolded(), ElementsAre(4U));
    tell(sqlite::kLogsFolded, 2);
    std::filesystem::rename(log(), log() + ".later");
    leave(3);
    std::filesystem::rename(log(), sealed());
    std::filesystem::rename(log() + ".later", log());
    EXPECT_THAT(unfolded(), ElementsAre(3U, 4U));
    EXPECT_THAT(found().problems, ElementsAre());
}

// The file is created before the counter is increased.
TEST_F(LeftOverLogsTest, AcceptsALogThatIsNotCountedYet) {
    tell(sqlite::kLogsStarted, 3);
    tell(sqlite::kLogsFolded, 3);
    leave(4);
    EXPECT_THAT(unfolded(), ElementsAre(4U));
}

TEST_F(LeftOverLogsTest, LeavesOutFoldedLogs) {
    tell(sqlite::kLogsStarted, 4);
    tell(sqlite::kLogsFolded, 4);
    leave(4);
    EXPECT_THAT(unfolded(), ElementsAre());
    EXPECT_THAT(found().spent, ElementsAre(log()));
    write_file(log(), "");
    EXPECT_THAT(found().spent, ElementsAre(log())) << "emptied, and not removed yet";
    EXPECT_THAT(found().problems, ElementsAre());
}

// For example after a power failure that brings back parts of a removed file.
TEST_F(LeftOverLogsTest, LeavesOutAFileWithoutAHeaderIfNoLogIsMissing) {
    write_file(sealed(), std::string(3'000, 'x'));
    EXPECT_THAT(found().spent, ElementsAre(sealed()));
    tell(sqlite::kLogsStarted, 1);
    leave(1);
    EXPECT_THAT(found().spent, ElementsAre(sealed()));
    EXPECT_THAT(unfolded(), ElementsAre(1U));
    tell(sqlite::kLogsStarted, 2);
    std::filesystem::remove(log());
    leave(2);
    EXPECT_THAT(found().problems, ElementsAre(HasSubstr("sealed is damaged at byte 0")));
}

TEST_F(LeftOverLogsTest, MissesLogsThatWereStarted) {
    tell(sqlite::kLogsStarted, 4);
    tell(sqlite::kLogsFolded, 3);
    EXPECT_THAT(found().problems, ElementsAre(HasSubstr("stator.log is missing")));
    write_file(log(), "");
    EXPECT_THAT(found().problems, ElementsAre(HasSubstr("stator.log is missing")));
    tell(sqlite::kLogsFolded, 2);
    leave(4);
    EXPECT_THAT(found().problems, ElementsAre(HasSubstr("stator.log.sealed is missing")));
    EXPECT_THAT(unfolded(), ElementsAre()) << "the one behind it";
}

TEST_F(LeftOverLogsTest, RefusesForeignLogs) {
    {
        changes::ChangeLog left(directory_.path(), false, {data_file_ + 1, 1});
        left.start();
    }
    EXPECT_THAT(found().problems, ElementsAre(HasSubstr("belongs to another data file")));
    tell(sqlite::kLogsStarted, 3);
    tell(sqlite::kLogsFolded, 3);
    leave(6);
    EXPECT_THAT(found().problems, ElementsAre(HasSubstr("continues a newer data file")));
}

TEST_F(LeftOverLogsTest, NamesThePlaceOfDamageAndTheLoss) {
    tell(sqlite::kLogsStarted, 1);
    {
        changes::ChangeLog left(directory_.path(), false, {data_file_, 1});
        for (std::uint64_t i = 1; i <= 3; ++i) left.append(std::vector{put(i, 1, i, "x")});
    }
    std::string bytes = snapshot(directory_.path())["stator.log"];
    bytes[changes::kFirstFrame + 30] ^= 1;
    write_file(log(), bytes);
    const LeftOverLogs logs = found();
    EXPECT_THAT(
        logs.problems,
        ElementsAre(
            log() + " is damaged at byte 4096 (a change is damaged), which makes " +
            std::to_string(bytes.size() - changes::kFirstFrame) +
            " bytes unreadable, with 2 changes that would be intact"
        )
    );
    ASSERT_EQ(logs.unfolded.size(), 1U);
    EXPECT_EQ(logs.unfolded[0].scan.sound_bytes, changes::kFirstFrame);
}

TEST_F(LeftOverLogsTest, ReportsTheLossOfAPowerFailure) {
    tell(sqlite::kLogsStarted, 2);
    tell(sqlite::kLogsFolded, 0);
    tell(sqlite::kLogsBoot, this_boot() + 1);
    EXPECT_THAT(found().problems, ElementsAre());
    EXPECT_EQ(found().notes.size(), 2U);
    EXPECT_THAT(found().notes.front(), HasSubstr("without --durability=fsync"));
    leave(2);
    EXPECT_THAT(found().cut_off, ElementsAre(log())) << "the log before it is missing";
    tell(sqlite::kLogsForced, 1);
    EXPECT_THAT(found().problems, ElementsAre(HasSubstr("stator.log.sealed is missing")));
}

}  // namespace
}  // namespace stator::engine::persistence
