#include "protocol/values/item_image.hpp"

#include <gtest/gtest.h>

#include <string>

#include "protocol/values/number.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::values {
namespace {

TEST(ItemImage, BillsNamesAndValues) {
    EXPECT_EQ(tests::item("{}")->item_size(), 0u);
    EXPECT_EQ(tests::item("{'pk': {'S': 'abc'}}")->item_size(), 2u + 3u);
    EXPECT_EQ(
        tests::item("{'pk': {'S': 'abc'}, 'é': {'L': [{'N': '1'}]}}")->item_size(),
        2u + 3u + 2u + 3u + 1u + 2u
    );
}

TEST(ItemImage, FindsItsAttributesByTheirWholeNames) {
    const auto item = tests::item(
        "{'a': {'S': '1'}, 'aa': {'S': '2'}, 'ab': {'S': '3'}, 'name': {'S': '4'}, 'nave': {'S': "
        "'5'}}"
    );
    EXPECT_EQ(item->find("aa")->scalar(), "2");
    EXPECT_EQ(item->find("name")->scalar(), "4");
    EXPECT_EQ(item->find("nave")->scalar(), "5");
    for (const std::string name : {"", "A", "b", "aaa", "nam", "names"})
        EXPECT_FALSE(item->find(name)) << name;
}

TEST(ItemImage, IsTheSameWhenMadeOfItsPartsOrOfItsPayload) {
    const auto item = tests::item("{'a': {'S': 'x'}, 'b': {'N': '1'}}");
    const auto copy = ItemImage::create(item->payload());
    EXPECT_EQ(copy->payload(), item->payload());
    EXPECT_EQ(copy->item_size(), item->item_size());
    EXPECT_EQ(copy->attribute_count(), 2u);

    const auto entries = item->payload().substr(1);
    EXPECT_EQ(ItemImage::create(2, entries)->payload(), item->payload());
}

TEST(ItemImage, WithManyAttributesHasThemAll) {
    ItemBuilder builder;
    const auto value = AttributeValue::scalar(AttributeType::String, "x");
    for (int i = 1'000; i < 1'300; ++i) {
        builder.add(std::to_string(i), value.view());
    }
    const auto image = builder.build();
    EXPECT_EQ(image->attribute_count(), 300u);
    EXPECT_EQ(image->item_size(), 300u * 5u);
    EXPECT_TRUE(image->find("1299"));
    EXPECT_FALSE(image->find("1300"));
}

TEST(ItemImage, ReturnsItsBoundKeys) {
    const auto item = tests::item("{'a': {'S': 'first'}, 'n': {'N': '7'}, 'pk': {'S': 'p'}}");
    const auto image = ItemImage::create(item->payload());
    image->bind_keys("pk", "");
    EXPECT_EQ(image->pk(), "p");
    EXPECT_EQ(image->sk(), "");
    image->bind_keys("a", "n");
    EXPECT_EQ(image->pk(), "first");
    EXPECT_EQ(image->sk(), encode_integer(7));
    image->bind_keys("pk", "");
    EXPECT_EQ(image->sk(), "");
}

TEST(ItemView, OfNothingHasNoAttributes) {
    EXPECT_FALSE(ItemView().exists());
    EXPECT_FALSE(ItemView().find("a"));
    const auto item = tests::item("{'a': {'S': 'x'}}");
    EXPECT_TRUE(ItemView(item).exists());
    EXPECT_EQ(ItemView(item).find("a")->scalar(), "x");
}

}  // namespace
}  // namespace stator::protocol::values
