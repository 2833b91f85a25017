// A table that was loaded is the table that was written: its items, its indexes and their order.
#include "engine/universes/table_loader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "protocol/wire/attribute_codec.hpp"
#include "tests/support/indexed_table.hpp"

namespace stator::engine::universes {
namespace {

using testing::Database;

std::string item_json(int number) {
    const std::string text = std::to_string(number);
    // Some items are in no index; partitions hold many items.
    const std::string index =
        number % 3 == 0 ? "" : R"(,"g":{"S":"g)" + std::to_string(number % 5) + "\"}";
    return R"({"pk":{"S":"p)" + std::to_string(number % 7) + R"("},"sk":{"N":")" + text + "\"}" +
           index + R"(,"n":{"N":")" + std::to_string(number * 37 % 101) + R"("},"x":{"S":"x)" +
           text + "\"}}";
}

// Every tree of the table, in its order, and what is counted.
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

TEST(TableLoader, BuildsWhatWritesWouldHaveBuilt) {
    constexpr int kItems = 500;
    Database written;
    const auto expected = testing::make_indexed_table(written);
    for (int number = 0; number < kItems; ++number) {
        const std::string put = R"({"TableName":"Tab","Item":)" + item_json(number) + "}";
        ASSERT_EQ(written.run("PutItem", put), "{}");
    }

    Database database;
    const auto loaded = testing::make_indexed_table(database);
    TableLoader loader(*loaded);
    persistence::RowBlock block;
    for (int number = kItems; number-- > 0;) {
        const auto json = protocol::wire::JsonDocument::parse(item_json(number)).value();
        const auto dialect = protocol::values::Dialect::Current;
        const auto image = protocol::wire::decode_item(json.root(), dialect).value();
        block.rows.push_back({static_cast<std::uint64_t>(1'000 + number), image->payload().size()});
        block.payloads.append(image->payload());
        if (number % 100 == 0) loader.add(std::exchange(block, {}));
    }
    loader.finish();
    EXPECT_EQ(contents(*loaded), contents(*expected));
    // The next row must not be one that the file has.
    EXPECT_EQ(loaded->next_row_id(), 1'000U + kItems);
}

}  // namespace
}  // namespace stator::engine::universes
