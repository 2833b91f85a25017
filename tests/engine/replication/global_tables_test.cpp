#include "engine/replication/global_tables.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/replication/member_tables.hpp"

namespace stator::engine::replication {
namespace {

class GlobalTablesTest : public ::testing::Test {
protected:
    GlobalTablesTest() { tables_.set_links({Distribution::fixed(kLagMs), {}}); }

    // Makes a global table with members in Virginia and Ireland.
    std::shared_ptr<GlobalTable> make(const std::string& table = "tbl") {
        const auto made = tables_.find_or_make("id of " + table, kVirginia, table, nullptr);
        made->add({kIreland}, kVirginia, kBegin, nullptr);
        return made;
    }

    GlobalTables tables_{"a", 7};
};

using Regions = std::vector<std::string>;

TEST_F(GlobalTablesTest, FindsTheGlobalTableOfATable) {
    EXPECT_TRUE(tables_.is_empty());
    const auto first = make();
    const auto second = make("other");
    EXPECT_FALSE(tables_.is_empty());
    EXPECT_EQ(tables_.all().size(), 2U);
    EXPECT_EQ(tables_.find(kIreland, "tbl"), first);
    EXPECT_EQ(tables_.find(kVirginia, "other"), second);
    EXPECT_EQ(tables_.find(kTokyo, "tbl"), nullptr);
    EXPECT_EQ(tables_.find(kIreland, "third"), nullptr);
    EXPECT_EQ(tables_.others(kIreland, "tbl"), Regions{kVirginia});
    EXPECT_EQ(tables_.others(kTokyo, "tbl"), Regions());
}

TEST_F(GlobalTablesTest, MakesOneGlobalTableForAllMembers) {
    const auto made = make();
    EXPECT_EQ(tables_.find_or_make("another id", kIreland, "tbl", nullptr), made);
    EXPECT_EQ(tables_.all().size(), 1U);
}

TEST_F(GlobalTablesTest, IgnoresAGlobalTableWithOneMember) {
    tables_.find_or_make("id", kVirginia, "tbl", nullptr);
    EXPECT_EQ(tables_.find(kVirginia, "tbl"), nullptr);
    EXPECT_NE(tables_.membership(kVirginia, "tbl"), nullptr)
        << "its writes may still be in transit";
}

TEST_F(GlobalTablesTest, ReturnsTheMembershipOfATable) {
    const auto made = make();
    const auto membership = tables_.membership(kIreland, "tbl");
    ASSERT_NE(membership, nullptr);
    EXPECT_EQ(membership->group, made);
    EXPECT_EQ(membership->slot, made->slot(kIreland));
    EXPECT_FALSE(membership->is_strong);
    made->make_strong("", nullptr);
    EXPECT_TRUE(tables_.membership(kIreland, "tbl")->is_strong);
    EXPECT_EQ(tables_.membership(kTokyo, "tbl"), nullptr);
}

TEST_F(GlobalTablesTest, RemovesAGlobalTableWithItsLastMember) {
    make();
    tables_.leave(kTokyo, "tbl", nullptr);
    tables_.leave(kVirginia, "tbl", nullptr);
    EXPECT_FALSE(tables_.is_empty());
    tables_.leave(kIreland, "tbl", nullptr);
    EXPECT_TRUE(tables_.is_empty());
}

TEST_F(GlobalTablesTest, DissolvesAGlobalTableOnlyIfOneMemberRemains) {
    make();
    EXPECT_FALSE(tables_.dissolve(kVirginia, "tbl", nullptr));
    EXPECT_FALSE(tables_.dissolve(kTokyo, "tbl", nullptr));
    tables_.leave(kIreland, "tbl", nullptr);
    EXPECT_TRUE(tables_.dissolve(kVirginia, "tbl", nullptr));
    EXPECT_TRUE(tables_.is_empty());
}

TEST_F(GlobalTablesTest, ReschedulesWritesInTransitWhenTheLinksChange) {
    const auto made = make();
    made->note_write(made->slot(kVirginia), written(5, "a", "1"), nullptr);
    EXPECT_EQ(made->next_due(kBegin), kBegin + kLagMs);
    tables_.set_links({Distribution::fixed(5), {}});
    EXPECT_EQ(made->next_due(kBegin), kBegin + 5);
}

TEST_F(GlobalTablesTest, RestoresGlobalTablesFromTheirRows) {
    const auto made = make();
    made->note_write(made->slot(kVirginia), written(5, "a", "1"), nullptr);
    GlobalTables again("a", 7);
    for (persistence::EntryRow row : tables_.contents("a")) {
        EXPECT_EQ(row.place.universe, "a");
        ASSERT_TRUE(again.adapt(row)) << row.key;
        again.restore(row);
    }
    const auto membership = again.membership(kIreland, "tbl");
    ASSERT_NE(membership, nullptr);
    EXPECT_EQ(membership->group->definition(), made->definition());
    const auto next = membership->group->next_delivery(kBegin + 2'000);
    ASSERT_TRUE(next);
    EXPECT_EQ(next->region, kIreland);
    EXPECT_EQ(next->change->region, kVirginia);
    EXPECT_EQ(next->change->image->payload(), written(5, "a", "1").image->payload());
}

TEST_F(GlobalTablesTest, RefusesInvalidRows) {
    const auto made = make();
    made->note_write(made->slot(kVirginia), written(5, "a", "1"), nullptr);
    const auto rows = tables_.contents("a");
    ASSERT_EQ(rows.size(), 2U);
    for (const persistence::EntryRow& row : rows) {
        persistence::EntryRow broken = row;
        broken.value = "no such value";
        EXPECT_FALSE(tables_.adapt(broken)) << row.key;
        broken = row;
        broken.value.reset();
        EXPECT_FALSE(tables_.adapt(broken)) << row.key;
        broken = row;
        broken.key = "unknown/" + row.key;
        EXPECT_FALSE(tables_.adapt(broken)) << row.key;
    }
    persistence::EntryRow applied{std::string(kSection), {"a", kIreland}, "applied/id/1", "1"};
    EXPECT_FALSE(tables_.adapt(applied)) << "1 is not a version";
    applied.key = "applied/id/" + version_text({SequenceNumber{5}, 0});
    EXPECT_TRUE(tables_.adapt(applied));
}

TEST_F(GlobalTablesTest, RecordsNoWritesAfterForgetting) {
    const auto held = make();
    held->note_write(held->slot(kVirginia), written(5, "a", "1"), nullptr);
    EXPECT_EQ(tables_.forget("a").size(), 2U);
    EXPECT_TRUE(tables_.is_empty());
    EXPECT_TRUE(tables_.contents("a").empty());
    EXPECT_EQ(held->note_write(held->slot(kVirginia), written(6, "a", "2"), nullptr), kNever);
}

}  // namespace
}  // namespace stator::engine::replication
