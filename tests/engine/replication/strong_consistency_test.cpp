// Strong consistency: the regions that a write reaches, and its later delivery to the others.
#include <gtest/gtest.h>

#include <string>

#include "tests/engine/replication/member_tables.hpp"

namespace stator::engine::replication {
namespace {

const std::string kOhio = "us-east-2";
const std::string kOregon = "us-west-2";

class StrongMembers : public MemberTables {
protected:
    void make_strong() {
        add(kOhio);
        add(kOregon);
        group_.make_strong("", nullptr);
    }

    void make_strong_with_witness() {
        add(kOhio);
        group_.make_strong(kOregon, nullptr);
    }

    // The other regions that a write in `from` reaches, such as "us-east-2 us-west-2 majority".
    std::string reach(const std::string& from) {
        const Reach reached = group_.reach(group_.slot(from));
        std::string text;
        for (const Reach::Member& member : reached.others) text += member.region + " ";
        return text + (reached.is_majority ? "majority" : "minority");
    }

    // Records the write in all regions that `from` reaches.
    void write_strongly(const std::string& from, const Change& change) {
        const Reach reached = group_.reach(group_.slot(from));
        write(from, change, &reached);
    }
};

TEST_F(StrongMembers, ReachAllRegionsWithoutACut) {
    make_strong();
    EXPECT_EQ(reach(kVirginia), "us-east-2 us-west-2 majority");
    EXPECT_EQ(reach(kOregon), "us-east-1 us-east-2 majority");
}

TEST_F(StrongMembers, ReachNoOtherRegionWithoutStrongConsistency) {
    add_others();
    EXPECT_EQ(reach(kVirginia), "majority");
}

TEST_F(StrongMembers, FormAMajorityWhileTwoOfThreeAreConnected) {
    make_strong();
    set_cuts({{kOhio}});
    EXPECT_EQ(reach(kVirginia), "us-west-2 majority");
    EXPECT_EQ(reach(kOhio), "minority");
    set_cuts({{kOhio}, {kOregon}});
    EXPECT_EQ(reach(kVirginia), "minority");
}

TEST_F(StrongMembers, ReachEachOtherThroughAThirdRegion) {
    make_strong();
    set_cuts({{kVirginia, kOhio}});
    EXPECT_EQ(reach(kVirginia), "us-east-2 us-west-2 majority");
}

TEST_F(StrongMembers, CountAWitnessButDoNotWriteThere) {
    make_strong_with_witness();
    EXPECT_EQ(reach(kVirginia), "us-east-2 majority");
    set_cuts({{kVirginia, kOhio}});
    EXPECT_EQ(reach(kVirginia), "us-east-2 majority") << "through the witness";
    set_cuts({{kOhio}});
    EXPECT_EQ(reach(kVirginia), "majority") << "with the witness";
    set_cuts({{kVirginia}});
    EXPECT_EQ(reach(kVirginia), "minority");
}

TEST_F(StrongMembers, DoNotCountStoppedMembers) {
    make_strong();
    group_.stop(kOhio, nullptr);
    group_.stop(kOregon, nullptr);
    EXPECT_EQ(reach(kVirginia), "majority") << "no other member remains";
}

TEST_F(StrongMembers, DeliverAWriteLaterOnlyToARegionThatWasCutOff) {
    make_strong();
    write_strongly(kVirginia, written(5, "a", "1"));
    EXPECT_EQ(group_.retained(), 0U) << "all members have it";
    set_cuts({{kOregon}});
    write_strongly(kVirginia, written(6, "a", "2"));
    EXPECT_EQ(group_.retained(), 1U);
    EXPECT_EQ(deliver(kBegin), "");
    EXPECT_FALSE(group_.reach(group_.slot(kOregon)).is_behind) << "no connected region has it";
    set_cuts({});
    EXPECT_TRUE(group_.reach(group_.slot(kOregon)).is_behind);
    EXPECT_TRUE(group_.reach(group_.slot(kVirginia)).are_others_behind);
    EXPECT_FALSE(group_.reach(group_.slot(kVirginia)).is_behind);
    EXPECT_EQ(deliver(kBegin), "6 to us-west-2") << "without any lag";
    EXPECT_FALSE(group_.reach(group_.slot(kOregon)).is_behind);
}

TEST_F(StrongMembers, DeliverAWriteThroughAnotherMemberIfItsRegionIsCutOff) {
    make_strong();
    set_cuts({{kOregon}});
    write_strongly(kVirginia, written(5, "a", "1"));
    set_cuts({{kVirginia}});
    EXPECT_EQ(deliver(kBegin), "5 to us-west-2") << "Ohio has it";
}

TEST_F(StrongMembers, DeliverNoWriteThatNoConnectedMemberHas) {
    make_strong();
    set_cuts({{kOregon}, {kOhio}});
    write_strongly(kVirginia, written(5, "a", "1"));
    set_cuts({{kVirginia}});
    EXPECT_EQ(deliver(kBegin), "") << "Ohio also lacks it";
    EXPECT_EQ(group_.next_due(kBegin), kNever);
}

TEST_F(StrongMembers, LockAnItemForOtherRegionsWhileItIsWritten) {
    make_strong();
    LinkSettings settings = links_.settings();
    settings.overlap = Distribution::fixed(50);
    links_.set_settings(settings);
    const Change change = written(5, "a", "1");
    write_strongly(kVirginia, change);
    const Slot ohio = group_.slot(kOhio);
    EXPECT_FALSE(group_.is_occupied(ohio, change.key, kBegin - 1));
    EXPECT_TRUE(group_.is_occupied(ohio, change.key, kBegin));
    EXPECT_TRUE(group_.is_occupied(ohio, change.key, kBegin + 49));
    EXPECT_FALSE(group_.is_occupied(ohio, change.key, kBegin + 50));
    EXPECT_FALSE(group_.is_occupied(group_.slot(kVirginia), change.key, kBegin));
    EXPECT_FALSE(group_.is_occupied(ohio, written(6, "b", "1").key, kBegin));
}

TEST_F(StrongMembers, RecordStrongConsistencyAndTheWitness) {
    add(kOhio);
    Rows rows;
    group_.make_strong(kOregon, &rows);
    ASSERT_EQ(rows.size(), 1U);
    const auto recorded = protocol::model::decode_global_table(rows[0].value.value_or(""));
    ASSERT_TRUE(recorded);
    EXPECT_TRUE(recorded->is_strong);
    EXPECT_EQ(recorded->witness, kOregon);
}

}  // namespace
}  // namespace stator::engine::replication
