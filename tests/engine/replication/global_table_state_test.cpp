// Member states of a global table, its rows in the data file, and restoring it from them.
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>

#include "tests/engine/replication/member_tables.hpp"

namespace stator::engine::replication {
namespace {

// Rows by region and key, as a data file keeps them.
using Kept = std::map<std::pair<std::string, std::string>, std::string>;

void keep(Kept& kept, const Rows& rows) {
    for (const persistence::EntryRow& row : rows) {
        const std::pair key(row.place.region, row.key);
        if (row.value) {
            kept[key] = *row.value;
        } else {
            kept.erase(key);
        }
    }
}

class GlobalTableStateTest : public MemberTables {
protected:
    const MemberState state_of(const std::string& region) const {
        for (const MemberState& state : group_.states()) {
            if (state.region == region) return state;
        }
        ADD_FAILURE() << region << " is no member";
        return {};
    }

    Kept contents() const {
        Kept kept;
        keep(kept, group_.contents());
        return kept;
    }
};

TEST_F(GlobalTableStateTest, CountsTheWritesInTransitToEachMember) {
    add_others();
    set_cuts({{kTokyo}});
    Change later = written(6, "b", "2");
    later.time = kBegin + 7;
    write(kVirginia, later);
    write(kVirginia, written(7, "c", "3"));
    EXPECT_EQ(state_of(kVirginia).waiting, 0U);
    EXPECT_FALSE(state_of(kVirginia).oldest);
    EXPECT_EQ(state_of(kTokyo).waiting, 2U);
    EXPECT_EQ(state_of(kTokyo).oldest, kBegin);
    deliver(kArrival);
    EXPECT_EQ(state_of(kIreland).waiting, 1U);
    EXPECT_EQ(state_of(kIreland).oldest, later.time);
    EXPECT_EQ(state_of(kIreland).applied, 1U);
    EXPECT_EQ(state_of(kTokyo).waiting, 2U);
}

TEST_F(GlobalTableStateTest, CountsTheWritesThatAMemberRejected) {
    add(kIreland);
    write(kVirginia, written(5, "a", "1"));
    write(kIreland, written(6, "a", "2"));
    deliver(kArrival);
    EXPECT_EQ(state_of(kIreland).overridden, 1U);
    EXPECT_EQ(state_of(kIreland).applied, 0U);
    EXPECT_EQ(state_of(kVirginia).applied, 1U);
    EXPECT_EQ(state_of(kVirginia).overridden, 0U);
}

TEST_F(GlobalTableStateTest, RecordsRowsThatAlwaysEqualItsContents) {
    Kept kept;
    const auto change = [&](const auto& step) {
        Rows rows;
        step(rows);
        keep(kept, rows);
        EXPECT_EQ(kept, contents());
    };
    change([&](Rows& rows) { group_.begin("tbl", kVirginia, &rows); });
    change([&](Rows& rows) { group_.add({kIreland}, kVirginia, kBegin, &rows); });
    change([&](Rows& rows) {
        group_.note_write(group_.slot(kVirginia), written(5, "a", "1"), &rows);
    });
    change([&](Rows& rows) { group_.add({kTokyo}, kVirginia, kBegin, &rows); });
    change([&](Rows& rows) { group_.note_write(group_.slot(kTokyo), written(6, "a", "2"), &rows); }
    );
    set_cuts({{kVirginia, kIreland}});
    change([&](Rows& rows) { deliver(kArrival, &rows); });
    EXPECT_EQ(kept.size(), 1U + 2U + 3U) << "the definition, two writes and three deliveries";
    set_cuts({});
    change([&](Rows& rows) { deliver(kArrival, &rows); });
    EXPECT_EQ(kept.size(), 1U);
    change([&](Rows& rows) { group_.remove(kTokyo, &rows); });
    change([&](Rows& rows) { group_.remove(kIreland, &rows); });
    change([&](Rows& rows) { group_.dissolve(&rows); });
    EXPECT_TRUE(kept.empty());
}

class RestoredGlobalTable : public MemberTables {
protected:
    RestoredGlobalTable() {
        restored_.restore_definition({"tbl", {{kTokyo}, {kIreland}, {kVirginia}}});
    }

    void restore(Change change) {
        change.region = kVirginia;
        restored_.restore_change(std::move(change));
    }

    GlobalTable restored_{"", "id", links_};
};

TEST_F(RestoredGlobalTable, SendsARestoredWriteToTheMembersThatLackIt) {
    restore(written(5, "a", "1"));
    restored_.restore_applied(kIreland, {SequenceNumber{5}, 0});
    EXPECT_FALSE(restored_.next_delivery(kArrival)) << "settle() was not called yet";
    restored_.settle();
    const auto next = restored_.next_delivery(kArrival);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->region, kTokyo);
    restored_.note_delivered(next->to, *next->change, true, nullptr);
    EXPECT_EQ(restored_.retained(), 0U);
    restored_.settle();
    EXPECT_FALSE(restored_.next_delivery(kArrival)) << "a second call has no effect";
}

TEST_F(RestoredGlobalTable, RejectsOlderWritesOfARestoredItem) {
    restore(written(5, "a", "1"));
    restored_.restore_applied(kIreland, {SequenceNumber{5}, 0});
    restored_.settle();
    Change older = written(4, "a", "0");
    older.region = kTokyo;
    EXPECT_FALSE(restored_.admits(restored_.slot(kIreland), older, kBegin));
    EXPECT_FALSE(restored_.admits(restored_.slot(kVirginia), older, kBegin));
    EXPECT_TRUE(restored_.admits(restored_.slot(kTokyo), older, kBegin));
}

TEST_F(RestoredGlobalTable, IgnoresADeliveryOfAMissingWrite) {
    restored_.restore_applied(kIreland, {SequenceNumber{5}, 0});
    EXPECT_EQ(restored_.contents().size(), 1U) << "only the definition";
    restored_.settle();
    EXPECT_EQ(restored_.retained(), 0U);
}

TEST_F(GlobalTableStateTest, RecordsNoWritesAfterItIsRetired) {
    add(kIreland);
    write(kVirginia, written(5, "a", "1"));
    const auto under_way = group_.next_delivery(kArrival);
    ASSERT_TRUE(under_way);
    group_.retire();
    EXPECT_EQ(group_.next_due(kBegin), kNever);
    EXPECT_EQ(write(kVirginia, written(6, "a", "2")), kNever);
    Rows rows;
    group_.note_delivered(under_way->to, *under_way->change, true, &rows);
    group_.forget_delivered(&rows);
    EXPECT_TRUE(rows.empty());
}

}  // namespace
}  // namespace stator::engine::replication
