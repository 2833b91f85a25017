#include "engine/table/effects.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

#include "engine/schema/item_keys.hpp"
#include "engine/schema/partition_hash.hpp"
#include "tests/engine/schema/written_schema.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::table {
namespace {

using protocol::values::ItemImagePtr;

// Keys pk (S) and sk (N); the index "idx" by g (S) and n (N), which also projects x.
schema::TableSchema indexed() {
    schema::TableSchema schema = schema::written_schema("pk:S sk:N");
    schema::IndexSchema index = schema::written_index("idx", "g:S", "n:N");
    index.projection = protocol::values::ProjectionType::Include;
    index.projected = {"g", "n", "pk", "sk", "x"};
    schema.indexes = {index};
    return schema;
}

// The item with pk "p" and sk 1 (or `sk`), and further attributes.
ItemImagePtr item(const std::string& more, const std::string& sk = "1") {
    const auto parsed = tests::item("{'pk': {'S': 'p'}, 'sk': {'N': '" + sk + "'}" + more + "}");
    auto image = protocol::values::ItemImage::create(parsed->payload());
    schema::bind_item_keys(indexed(), *image);
    return image;
}

const std::string kKeys = ", 'g': {'S': 'a'}, 'n': {'N': '5'}";

TEST(DerivedEntry, ShowsWhatTheIndexProjects) {
    const schema::TableSchema schema = indexed();
    const auto image = item(kKeys + ", 'x': {'S': 'x'}, 'y': {'S': 'y'}");
    const DerivedEntry entry = derive_entry(schema, schema.indexes[0], image);
    ASSERT_TRUE(entry.record);
    EXPECT_EQ(entry.hash, schema::hash_partition_key("a"));
    EXPECT_EQ(
        tests::item_text(entry.record.image()),
        "{'g':{'S':'a'},'n':{'N':'5'},'pk':{'S':'p'},'sk':{'N':'1'},'x':{'S':'x'}}"
    );
    schema::IndexSchema all = schema.indexes[0];
    all.projection = protocol::values::ProjectionType::All;
    EXPECT_EQ(derive_entry(schema, all, image).record.image(), image.get());
}

TEST(DerivedEntry, IsMissingForAnItemThatTheIndexCannotContain) {
    const schema::TableSchema schema = indexed();
    for (const std::string& more :
         {std::string(),
          std::string(", 'g': {'S': 'a'}"),
          std::string(", 'g': {'N': '1'}, 'n': {'N': '5'}"),
          std::string(", 'g': {'S': ''}, 'n': {'N': '5'}"),
          ", 'g': {'S': '" + std::string(2'049, 'x') + "'}, 'n': {'N': '5'}"}) {
        EXPECT_FALSE(derive_entry(schema, schema.indexes[0], item(more)).record);
    }
    EXPECT_FALSE(derive_entry(schema, schema.indexes[0], nullptr).record);
}

TEST(DerivedEntry, KeepsItemsWithEqualIndexKeysApart) {
    const schema::TableSchema schema = indexed();
    const DerivedEntry one = derive_entry(schema, schema.indexes[0], item(kKeys, "1"));
    const DerivedEntry two = derive_entry(schema, schema.indexes[0], item(kKeys, "2"));
    EXPECT_EQ(one.record.pk(), two.record.pk());
    EXPECT_NE(one.record.sk(), two.record.sk());
    const std::string larger_n = ", 'g': {'S': 'a'}, 'n': {'N': '10'}";
    const DerivedEntry later = derive_entry(schema, schema.indexes[0], item(larger_n, "1"));
    EXPECT_LT(one.record.sk(), later.record.sk());
    EXPECT_LT(two.record.sk(), later.record.sk());
}

// Returns "none", or the write units of the effect and whether the entry leaves its position.
std::string effect(const ItemImagePtr& old_image, const ItemImagePtr& new_image) {
    const schema::TableSchema schema = indexed();
    const IndexEffects effects = derive_effects(schema, old_image, new_image);
    if (effects.empty()) return "none";
    return std::to_string(static_cast<int>(effects[0].write_units())) +
           (effects[0].leaves_position() ? " leaves" : " stays");
}

std::string with_x(std::size_t bytes) {
    return kKeys + ", 'x': {'S': '" + std::string(bytes, 'x') + "'}";
}

TEST(IndexEffects, AreThoseOfEntriesThatChange) {
    EXPECT_EQ(effect(nullptr, nullptr), "none");
    EXPECT_EQ(effect(item(""), item(", 'x': {'S': 'x'}")), "none");
    EXPECT_EQ(effect(item(kKeys), item(kKeys + ", 'y': {'S': 'y'}")), "none");
    EXPECT_EQ(effect(nullptr, item(kKeys)), "1 stays");
    EXPECT_EQ(effect(item(kKeys), nullptr), "1 leaves");
    EXPECT_EQ(effect(item(kKeys), item("")), "1 leaves");
}

TEST(IndexEffects, CostTheLargerSideAndAMoveBoth) {
    EXPECT_EQ(effect(item(with_x(10)), item(with_x(3'000))), "3 stays");
    EXPECT_EQ(effect(item(with_x(3'000)), item(with_x(10))), "3 stays");
    EXPECT_EQ(effect(item(with_x(3'000)), item("")), "3 leaves");
    const std::string moved = ", 'g': {'S': 'a'}, 'n': {'N': '6'}";
    EXPECT_EQ(effect(item(with_x(3'000)), item(moved)), "4 leaves");
}

TEST(IndexKeys, OfSeveralAttributesAreNotMixedUp) {
    EXPECT_NE(index_partition_key({"a", "bc"}), index_partition_key({"ab", "c"}));
    EXPECT_NE(index_hash({"a", "bc"}), index_hash({"ab", "c"}));
    EXPECT_EQ(index_hash({"a"}), schema::hash_partition_key("a"));
}

}  // namespace
}  // namespace stator::engine::table
