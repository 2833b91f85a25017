#include "engine/catalog/due_tables.hpp"

#include <gtest/gtest.h>

namespace stator::engine::catalog {
namespace {

using Names = std::set<std::string>;

TEST(DueTables, ReturnsTheNextDueTime) {
    DueTables tables;
    EXPECT_EQ(tables.next(), kNever);
    tables.note("late", Instant(30));
    tables.note("early", Instant(10));
    tables.note("also early", Instant(10));
    EXPECT_EQ(tables.next(), Instant(10));
    EXPECT_EQ(tables.due(Instant(9)), Names{});
    EXPECT_EQ(tables.due(Instant(10)), (Names{"also early", "early"}));
    EXPECT_EQ(tables.due(Instant(99)), (Names{"also early", "early", "late"}));
}

TEST(DueTables, UsesTheLatestNotedTime) {
    DueTables tables;
    tables.note("one", Instant(10));
    tables.note("two", Instant(20));
    tables.note("one", Instant(30));
    EXPECT_EQ(tables.next(), Instant(20));
    tables.note("two", kNever);
    EXPECT_EQ(tables.next(), Instant(30));
    tables.note("one", kNever);
    tables.note("unknown", kNever);
    EXPECT_EQ(tables.next(), kNever);
    EXPECT_EQ(tables.due(kNever), Names{});
}

}  // namespace
}  // namespace stator::engine::catalog
