#include "engine/replication/global_table.hpp"

#include <gtest/gtest.h>

#include "tests/engine/replication/member_tables.hpp"

namespace stator::engine::replication {
namespace {

class GlobalTableTest : public MemberTables {};

TEST_F(GlobalTableTest, DeliversAWriteOnceToEachOtherMember) {
    add_others();
    EXPECT_EQ(write(kVirginia, written(5, "a", "1")), kArrival);
    EXPECT_EQ(group_.next_due(kBegin), kArrival);
    EXPECT_EQ(deliver(kArrival - 1), "");
    EXPECT_EQ(deliver(kArrival), "5 to eu-west-1, 5 to ap-northeast-1");
    EXPECT_EQ(deliver(kArrival), "");
    EXPECT_EQ(group_.next_due(kBegin), kNever);
    EXPECT_EQ(group_.retained(), 0U);
}

TEST_F(GlobalTableTest, RetainsNoWritesOfASingleMember) {
    EXPECT_EQ(write(kVirginia, written(5, "a", "1")), kNever);
    EXPECT_EQ(group_.retained(), 0U);
}

TEST_F(GlobalTableTest, ResolvesAConflictInFavorOfTheLaterCommit) {
    add(kIreland);
    write(kVirginia, written(5, "a", "1"));
    write(kIreland, written(6, "a", "2"));
    EXPECT_EQ(deliver(kArrival), "5 to eu-west-1 dropped, 6 to us-east-1");
    ASSERT_EQ(group_.conflict_count(), 1U)
        << "the writes met in both regions, but it is one conflict";
    const Conflict conflict = group_.conflict_log().front();
    EXPECT_EQ(conflict.winner.version.commit, SequenceNumber{6});
    EXPECT_EQ(conflict.loser.version.commit, SequenceNumber{5});
    EXPECT_EQ(conflict.decided_in, kIreland);
    EXPECT_EQ(conflict.decided_at, kArrival);
}

TEST_F(GlobalTableTest, CountsNoConflictIfTheWriterHadSeenTheOtherWrite) {
    add_others();
    set_cuts({{kTokyo}});
    write(kVirginia, written(5, "a", "1"));
    EXPECT_EQ(deliver(kArrival), "5 to eu-west-1");
    write(kIreland, written(6, "a", "2"));
    EXPECT_EQ(deliver(kArrival), "6 to us-east-1");
    EXPECT_EQ(group_.conflict_count(), 0U);
}

TEST_F(GlobalTableTest, RetainsAWriteUntilAllOlderWritesAreDelivered) {
    add_others();
    set_cuts({{kVirginia, kIreland}});
    write(kVirginia, written(5, "a", "1"));
    write(kTokyo, written(6, "a", "2"));
    EXPECT_EQ(deliver(kArrival), "5 to ap-northeast-1 dropped, 6 to us-east-1, 6 to eu-west-1");
    EXPECT_EQ(group_.retained(), 2U);
    set_cuts({});
    EXPECT_EQ(deliver(kArrival), "5 to eu-west-1 dropped");
    EXPECT_EQ(group_.retained(), 0U);
}

TEST_F(GlobalTableTest, SendsANewMemberTheWritesThatItsSourceLacks) {
    add(kIreland);
    write(kVirginia, written(5, "a", "1"));
    add(kTokyo, kIreland);
    EXPECT_EQ(deliver(kArrival), "5 to eu-west-1, 5 to ap-northeast-1");
}

TEST_F(GlobalTableTest, SendsANewMemberNoWriteThatWasCopied) {
    add(kIreland);
    write(kVirginia, written(5, "a", "1"));
    Rows rows;
    group_.add({kTokyo}, kVirginia, kBegin, &rows);
    EXPECT_EQ(deliver(kArrival), "5 to eu-west-1");
    ASSERT_EQ(rows.size(), 2U) << "the definition, and the note that Tokyo has the write";
    EXPECT_EQ(rows[1].place.region, kTokyo);
    const auto definition = group_.definition();
    EXPECT_EQ(definition.find(kVirginia)->last_source, kBegin);
    EXPECT_FALSE(definition.find(kTokyo)->last_source);
}

TEST_F(GlobalTableTest, SendsNoWritesToAStoppedMemberButDeliversItsOwn) {
    add_others();
    write(kVirginia, written(5, "a", "1"));
    write(kIreland, written(6, "b", "2"));
    group_.stop(kIreland, nullptr);
    write(kVirginia, written(7, "c", "3"));
    EXPECT_EQ(
        deliver(kArrival),
        "5 to ap-northeast-1, 6 to us-east-1, 6 to ap-northeast-1, 7 to ap-northeast-1"
    );
    EXPECT_EQ(group_.retained(), 0U);
}

TEST_F(GlobalTableTest, EndsWhenItsLastMemberHasAllWrites) {
    add(kIreland);
    write(kIreland, written(5, "a", "1"));
    EXPECT_TRUE(group_.remove(kIreland, nullptr));
    EXPECT_FALSE(group_.is_over());
    EXPECT_FALSE(group_.dissolve(nullptr));
    EXPECT_EQ(deliver(kArrival), "5 to us-east-1");
    EXPECT_TRUE(group_.is_over());
    Rows rows;
    EXPECT_TRUE(group_.dissolve(&rows));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_FALSE(rows[0].value) << "the row of the definition is removed";
}

TEST_F(GlobalTableTest, RemovesAllRowsWithItsLastMember) {
    add(kIreland);
    write(kVirginia, written(5, "a", "1"));
    set_cuts({{kVirginia}});
    EXPECT_TRUE(group_.remove(kVirginia, nullptr));
    Rows rows;
    EXPECT_FALSE(group_.remove(kIreland, &rows));
    for (const persistence::EntryRow& row : rows) EXPECT_FALSE(row.value) << row.key;
    EXPECT_EQ(group_.retained(), 0U);
    EXPECT_TRUE(group_.contents().empty());
}

TEST_F(GlobalTableTest, DeliversWritesEvenIfTheClockWasSetBack) {
    add(kIreland);
    Change change = written(5, "a", "1");
    change.time = kBegin + 3'600'000;
    write(kVirginia, change);
    EXPECT_EQ(group_.next_due(kBegin), kArrival);
    EXPECT_EQ(deliver(kBegin), "5 to eu-west-1");
}

TEST_F(GlobalTableTest, KeepsTheOverridesOfEachMember) {
    add(kIreland);
    Rows rows;
    group_.set_overrides(kIreland, {.read_capacity_units = 9}, &rows);
    group_.set_overrides(kTokyo, {.read_capacity_units = 8}, nullptr);
    EXPECT_EQ(group_.definition().find(kIreland)->overrides.read_capacity_units, 9);
    EXPECT_FALSE(group_.definition().find(kVirginia)->overrides.read_capacity_units);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(
        protocol::model::decode_global_table(rows[0].value.value_or("")), group_.definition()
    );
}

TEST_F(GlobalTableTest, CopiesAutoScalingOnlyForItsMembers) {
    add(kIreland);
    protocol::model::GlobalTableDefinition other;
    other.write_scaling[""] = {};
    other.members = {{.region = kIreland, .read_scaling = {{"", {}}}}, {.region = kTokyo}};
    group_.set_auto_scaling(other, nullptr);
    const auto definition = group_.definition();
    EXPECT_EQ(definition.write_scaling.size(), 1U);
    EXPECT_EQ(definition.find(kIreland)->read_scaling.size(), 1U);
    EXPECT_TRUE(definition.find(kVirginia)->read_scaling.empty());
    EXPECT_EQ(definition.members.size(), 2U) << "it adds no members";
}

}  // namespace
}  // namespace stator::engine::replication
