#include "engine/catalog/table_rows.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "tests/support/database.hpp"

namespace stator::engine::catalog {
namespace {

using testing::item;
using testing::text;

TEST(TableRows, ContainEachPresentItemOnce) {
    testing::Database database;
    database.create_table("Tab", "pk:S");
    database.universe().run_due_if_needed();
    const auto table = database.table("Tab");
    for (int i = 0; i < 20; ++i) {
        database.run(testing::put("Tab", item({{"pk", text("p" + std::to_string(i))}})));
    }
    table->split_partition("", std::uint64_t{1} << 62U, {});
    const auto pin = database.universe().consistency().pin();
    database.run(testing::remove("Tab", item({{"pk", text("p7")}})));
    persistence::ChangeBatch batch;
    add_items(*table, TableNumber{9}, batch);
    std::set<std::string> keys;
    for (const auto& row : batch.rows) {
        EXPECT_EQ(row.table, TableNumber{9});
        EXPECT_EQ(row.row_id, row.image->row_id());
        keys.emplace(row.image->pk());
    }
    EXPECT_EQ(batch.rows.size(), 19U);
    EXPECT_EQ(keys.size(), 19U);
    EXPECT_FALSE(keys.contains("p7"));
    database.universe().consistency().release(pin.id);
}

}  // namespace
}  // namespace stator::engine::catalog
