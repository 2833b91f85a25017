// A loaded table equals the written one: its items, its indexes and their order.
#include "engine/universes/table_loader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "tests/support/indexed_table.hpp"

namespace stator::engine::universes {
namespace {

using testing::Database;
using testing::item;

// Some items are in no index; partitions hold many items.
protocol::values::MutableItemImagePtr numbered_item(int i) {
    using testing::number;
    using testing::text;
    testing::Attributes index;
    if (i % 3 != 0) index = {{"g", text("g" + std::to_string(i % 5))}};
    return item(
        {{"pk", text("p" + std::to_string(i % 7))},
         {"sk", number(i)},
         {"n", number(i * 37 % 101)},
         {"x", text("x" + std::to_string(i))}},
        index
    );
}

// All trees of the table in order, and the item counts and sizes.
std::string contents(const table::Table& table) {
    const auto statistics = table.statistics();
    std::string text;
    const auto add = [&](const schema::IndexSchema* index,
                         const protocol::model::TableStatistics::Count& count) {
        text += std::to_string(count.items) + " in " + std::to_string(count.bytes) + " bytes\n";
        testing::each_slot(table, index, [&](const storage::Slot& slot) {
            text += testing::json_of(slot) + '\n';
        });
    };
    add(nullptr, statistics.table);
    for (const schema::IndexSchema& index : table.snapshot()->schema.indexes) {
        add(&index, statistics.indexes.at(index.name));
    }
    return text;
}

TEST(TableLoader, BuildsTheSameTableAsWrites) {
    constexpr int kItems = 500;
    Database written;
    const auto expected = testing::make_indexed_table(written);
    for (int number = 0; number < kItems; ++number) {
        ASSERT_EQ(written.run(testing::put("Tab", numbered_item(number))), "{}");
    }

    Database database;
    const auto loaded = testing::make_indexed_table(database);
    TableLoader loader(*loaded);
    persistence::RowBlock block;
    for (int number = kItems; number-- > 0;) {
        const auto image = numbered_item(number);
        block.rows.push_back({static_cast<std::uint64_t>(1'000 + number), image->payload().size()});
        block.payloads.append(image->payload());
        if (number % 100 == 0) loader.add(std::exchange(block, {}));
    }
    loader.finish();
    EXPECT_EQ(contents(*loaded), contents(*expected));
    // The file must not contain the next row yet.
    EXPECT_EQ(loaded->next_row_id(), 1'000U + kItems);
}

}  // namespace
}  // namespace stator::engine::universes
