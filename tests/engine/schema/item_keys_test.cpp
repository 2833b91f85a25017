#include "engine/schema/item_keys.hpp"

#include <gtest/gtest.h>

#include "engine/schema/partition_hash.hpp"
#include "tests/engine/schema/written_schema.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::schema {
namespace {

protocol::values::ItemImagePtr whole_item() {
    return tests::item("{'a': {'S': 'x'}, 'g': {'S': 'group'}, 'pk': {'S': 'p'}, 'sk': {'S': 's'}}"
    );
}

TEST(ItemKeys, AreBoundByTheSchema) {
    const auto image = protocol::values::ItemImage::create(whole_item()->payload());
    bind_item_keys(written_schema("pk:S sk:S"), *image);
    EXPECT_EQ(image->pk(), "p");
    EXPECT_EQ(image->sk(), "s");
    EXPECT_EQ(item_hash(*image), hash_partition_key("p"));
    bind_item_keys(written_schema("g:S"), *image);
    EXPECT_EQ(image->pk(), "group");
    EXPECT_EQ(image->sk(), "");
}

TEST(ItemKeys, OfACollectionAreOnlyPartitionKeys) {
    EXPECT_EQ(
        tests::item_text(collection_key(written_schema("pk:S sk:S"), *whole_item()).get()),
        "{'pk':{'S':'p'}}"
    );
}

TEST(ItemKeys, OfAnIndexRowIncludeTheKeysOfTheTable) {
    const TableSchema schema = written_schema("pk:S sk:S");
    EXPECT_EQ(
        tests::item_text(key_attributes(schema, nullptr, *whole_item()).get()),
        "{'pk':{'S':'p'},'sk':{'S':'s'}}"
    );
    const IndexSchema index = written_index("idx", "g:S", "sk:S");
    EXPECT_EQ(
        tests::item_text(key_attributes(schema, &index, *whole_item()).get()),
        "{'g':{'S':'group'},'pk':{'S':'p'},'sk':{'S':'s'}}"
    );
}

}  // namespace
}  // namespace stator::engine::schema
