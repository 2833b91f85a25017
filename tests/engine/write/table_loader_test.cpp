// A table that was loaded is the table that was written: its items, its indexes and their order.
#include "engine/write/table_loader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "protocol/wire/attribute_codec.hpp"
#include "tests/support/database.hpp"

namespace stator::engine {
namespace {

using testing::Database;

constexpr std::string_view kIndexes = R"("GlobalSecondaryIndexes":[
    {"IndexName":"all","KeySchema":[{"AttributeName":"g","KeyType":"HASH"},
     {"AttributeName":"n","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}},
    {"IndexName":"keys","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
     "Projection":{"ProjectionType":"KEYS_ONLY"}}],
    "LocalSecondaryIndexes":[{"IndexName":"local","KeySchema":[
     {"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"n","KeyType":"RANGE"}],
     "Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x"]}}])";

std::shared_ptr<Table> make_table(Database& database) {
    database.create_table("Tab", "pk:S sk:N", "g:S n:N", kIndexes);
    database.engine().run_due_if_needed();
    RequestContext context;
    context.region = "us-east-1";
    return database.engine().catalog(context).active_table("Tab").value();
}

std::string item_json(int number) {
    const std::string text = std::to_string(number);
    // Some items are in no index; partitions hold many items.
    const std::string index =
        number % 3 == 0 ? "" : R"(,"g":{"S":"g)" + std::to_string(number % 5) + "\"}";
    return R"({"pk":{"S":"p)" + std::to_string(number % 7) + R"("},"sk":{"N":")" + text + "\"}" +
           index + R"(,"n":{"N":")" + std::to_string(number * 37 % 101) + R"("},"x":{"S":"x)" +
           text + "\"}}";
}

// Every tree of the table, in its order.
std::string contents(Table& table) {
    std::string text;
    const auto add = [&](const std::string& name, const Tree& tree) {
        text += name + " " + std::to_string(tree.item_count()) + " items, " +
                std::to_string(tree.item_bytes()) + " bytes\n";
        for (const Slot& slot : tree) {
            protocol::wire::append_item(text, *slot.current_image());
            text += '\n';
        }
    };
    for (Partition* partition : table.partitions().all()) add("items", partition->items());
    for (const IndexSchema& index : table.snapshot()->schema.indexes) {
        const PartitionSet& set = index.global ? *index.partitions : table.partitions();
        for (Partition* partition : set.all()) {
            add(index.name,
                index.global ? partition->items() : partition->local_index(index.local_slot));
        }
    }
    return text;
}

TEST(TableLoader, BuildsWhatWritesWouldHaveBuilt) {
    constexpr int kItems = 500;
    Database written;
    const auto expected = make_table(written);
    for (int number = 0; number < kItems; ++number) {
        const std::string put = R"({"TableName":"Tab","Item":)" + item_json(number) + "}";
        ASSERT_EQ(written.run("PutItem", put), "{}");
    }

    Database database;
    const auto loaded = make_table(database);
    TableLoader loader(*loaded);
    RowBlock block;
    for (int number = kItems; number-- > 0;) {
        const auto json = protocol::wire::JsonDocument::parse(item_json(number)).value();
        const auto layer = protocol::ValidationLayer::Current;
        const auto image = protocol::wire::decode_item(json.root(), layer).value();
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
}  // namespace stator::engine
