#include "engine/persistence/changes/checksum.hpp"

#include <gtest/gtest.h>

#include <set>

#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence::changes {
namespace {

TEST(Checksum, IsXxh3) {
    // From the reference implementation: xxhsum -H3.
    EXPECT_EQ(checksum(""), 0x2d06800538d394c2U);
    EXPECT_EQ(checksum("stator"), checksum("stator"));
    EXPECT_NE(checksum("stator"), checksum("stator", 1));
}

TEST(RowSumTest, TellsValuesTypesAndOrdersApart) {
    std::set<std::uint64_t> sums;
    const auto add = [&](const auto& fill) {
        RowSum sum(0);
        fill(sum);
        EXPECT_TRUE(sums.insert(sum.value()).second) << sums.size();
    };
    add([](RowSum&) {});
    add([](RowSum& sum) { sum.add_null(); });
    add([](RowSum& sum) { sum.add_text(""); });
    add([](RowSum& sum) { sum.add_blob(""); });
    add([](RowSum& sum) { sum.add_integer(0); });
    add([](RowSum& sum) { sum.add_integer(1); });
    add([](RowSum& sum) { sum.add_text("ab"); });
    add([](RowSum& sum) { sum.add_text("a"), sum.add_text("b"); });
    add([](RowSum& sum) { sum.add_text("b"), sum.add_text("a"); });
    add([](RowSum& sum) { sum.add_blob("ab"); });
}

TEST(RowSumTest, IsTheSqlFunctionOfEveryConnection) {
    sqlite::Connection connection(":memory:");
    connection.set_sum_seed(77);
    RowSum sum(77);
    sum.add_integer(-5);
    sum.add_text("text");
    sum.add_blob("bytes");
    sum.add_null();
    sqlite::Statement select(
        connection,
        "SELECT -5, 'text', x'6279746573', NULL, row_sum(-5, 'text', x'6279746573', NULL)"
    );
    ASSERT_TRUE(select.step());
    EXPECT_EQ(select.row_sum(4), sum.value());
    EXPECT_EQ(static_cast<std::uint64_t>(select.column_integer(4)), sum.value());
}

}  // namespace
}  // namespace stator::engine::persistence::changes
