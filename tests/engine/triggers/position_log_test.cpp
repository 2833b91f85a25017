#include "engine/triggers/position_log.hpp"
#include "tests/support/recorded_rows.hpp"

#include <gtest/gtest.h>

namespace stator::engine::triggers {
namespace {

class Positions {
public:
    Positions() { log_.begin("m", {}, recorder_); }

    void set(std::int64_t lane, std::int64_t lanes, std::uint64_t commit) {
        log_.set({"m", "s", lane, lanes}, {{commit, 0}}, log_.generation(), recorder_);
    }

    // The commit where the lane continues, or 0 for the beginning of its mapping.
    std::uint64_t find(std::int64_t lane, std::int64_t lanes) const {
        const auto position = log_.find({"m", "s", lane, lanes});
        return position ? position->next.commit : 0;
    }

private:
    testing::RecordedRows recorder_;
    PositionLog log_{""};
};

TEST(PositionLog, ALaneWithoutProgressKeepsItsOwnPosition) {
    Positions positions;
    positions.set(0, 2, 7);
    EXPECT_EQ(positions.find(0, 2), 7U);
    EXPECT_EQ(positions.find(1, 2), 0U);
}

TEST(PositionLog, AChangedNumberOfLanesBeginsAtTheEarliestPosition) {
    Positions positions;
    positions.set(0, 2, 7);
    EXPECT_EQ(positions.find(0, 3), 0U) << "the other lane may be far behind";
    positions.set(1, 2, 5);
    EXPECT_EQ(positions.find(0, 3), 5U);
    EXPECT_EQ(positions.find(0, 1), 5U);
    positions.set(0, 3, 9);
    EXPECT_EQ(positions.find(0, 3), 9U);
    EXPECT_EQ(positions.find(1, 3), 5U);
}

}  // namespace
}  // namespace stator::engine::triggers
