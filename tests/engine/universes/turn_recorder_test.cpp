#include "engine/universes/turn_recorder.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/base/clock.hpp"
#include "tests/support/watched_data_file.hpp"

namespace stator::engine::universes {
namespace {

class TurnRecorderTest : public ::testing::Test {
protected:
    TurnRecorderTest() { shared_.journal = &journal_; }

    static std::vector<persistence::EntryRow> rows(const std::string& value) {
        return {{"section", {"a", ""}, "key", value, {}}};
    }

    ManualClock clock_{Instant(1'750'000'000'000)};
    SharedServices shared_{clock_, 0, {}};
    consistency::Consistency consistency_{0};
    std::vector<std::string> recorded_;
    testing::WatchedJournal journal_{
        [this](const persistence::ChangeBatch& batch) {
            for (const auto& row : batch.entries) recorded_.push_back(row.value.value_or("none"));
        },
        {}};
    TurnRecorder recorder_{shared_, consistency_};
};

using Texts = std::vector<std::string>;

TEST_F(TurnRecorderTest, AppendsRowsToTheJournal) {
    EXPECT_EQ(recorder_.record(rows("1")), JournalTicket{1});
    EXPECT_EQ(recorder_.record({}), JournalTicket()) << "the list is empty";
    EXPECT_EQ(recorder_.record(rows("2")), JournalTicket{2});
    EXPECT_EQ(recorded_, (Texts{"1", "2"}));
}

TEST_F(TurnRecorderTest, RecordsNoRowsInMemory) {
    shared_.journal = nullptr;
    EXPECT_EQ(recorder_.record(rows("1")), JournalTicket());
    EXPECT_EQ(recorder_.begin_turn({}), JournalTicket());
    EXPECT_EQ(recorder_.turn(), 2U) << "turns are still counted";
}

TEST_F(TurnRecorderTest, DropsRowsOfAnEarlierTurn) {
    const std::uint64_t turn = recorder_.turn();
    EXPECT_EQ(recorder_.record_in(turn, rows("of this turn")), JournalTicket{1});
    persistence::ChangeBatch batch;
    batch.entries = rows("replaced");
    EXPECT_EQ(recorder_.begin_turn(std::move(batch)), JournalTicket{2});
    EXPECT_EQ(recorder_.turn(), turn + 1);
    EXPECT_EQ(recorder_.record_in(turn, rows("too late")), JournalTicket());
    EXPECT_EQ(recorder_.record_in(turn + 1, rows("next")), JournalTicket{3});
    EXPECT_EQ(recorded_, (Texts{"of this turn", "replaced", "next"}));
}

TEST_F(TurnRecorderTest, RecordsNoRowsAfterCloseButStillABatch) {
    recorder_.close();
    EXPECT_EQ(recorder_.record(rows("1")), JournalTicket());
    EXPECT_EQ(recorder_.record_in(recorder_.turn(), rows("2")), JournalTicket());
    persistence::ChangeBatch batch;
    batch.entries = rows("removal");
    recorder_.begin_turn(std::move(batch));
    EXPECT_EQ(recorded_, Texts{"removal"});
}

}  // namespace
}  // namespace stator::engine::universes
