#include "protocol/values/item_flaw.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "protocol/values/attribute_value.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/values/number.hpp"

namespace stator::protocol::values {
namespace {

MutableItemImagePtr sample() {
    const auto artist = AttributeValue::scalar(AttributeType::String, "Artist 1");
    const auto title = AttributeValue::scalar(AttributeType::String, std::string(400, 'x'));
    ItemBuilder builder;
    builder.add("Artist", artist.view());
    builder.add("Song", title.view());
    return builder.build();
}

TEST(ItemFlaw, ItemsOfABuilderHaveNone) {
    const auto image = sample();
    EXPECT_EQ(flaw_of_item(image->payload()), std::nullopt);
    EXPECT_EQ(flaw_of_item(std::string_view("\0", 1)), std::nullopt);
}

TEST(ItemFlaw, PartsOfAnItemAreFlawed) {
    const auto image = sample();
    const std::string_view payload = image->payload();
    for (std::size_t length = 0; length < payload.size(); ++length) {
        EXPECT_NE(flaw_of_item(payload.substr(0, length)), std::nullopt) << length;
    }
    EXPECT_NE(flaw_of_item(std::string(payload) + "x"), std::nullopt);
}

TEST(ItemFlaw, NamesTheFlaw) {
    const struct {
        std::string_view payload;
        const char* flaw;
    } cases[] = {
        {{"", 0}, "a length is cut off"},
        {{"\x01\x01"
          "a\x63",
          4},
         "a type is unknown"},
        {{"\x01\x01"
          "a\x01\x05x",
          6},
         "a length leads beyond its end"},
        {{"\x02\x01"
          "b\x09\x01"
          "a\x09",
          7},
         "its attributes are not in order"},
        {{"\x01\x01"
          "a\x02\x01\x81",
          6},
         "a number is none"},
        {{"\x01\x01"
          "a\x0A\x02",
          5},
         "a truth value is none"},
        {{"\x01\x01"
          "a\x09zz",
          6},
         "there are bytes behind its last attribute"},
    };

    for (const auto& [payload, flaw] : cases) EXPECT_EQ(flaw_of_item(payload), flaw);
}

std::string item_of_number(std::string_view encoded) {
    const auto value = AttributeValue::scalar(AttributeType::Number, encoded);
    ItemBuilder builder;
    builder.add("n", value.view());
    return std::string(builder.build()->payload());
}

// Each number has exactly one form. Other forms are rejected.
TEST(ItemFlaw, AcceptsOnlyTheFormOfEachNumber) {
    std::mt19937_64 choice(7);
    int refused = 0;
    for (int round = 0; round < 20'000; ++round) {
        std::string text = choice() % 2 == 0 ? "" : "-";
        for (std::size_t digits = 1 + choice() % 38; digits > 0; --digits) {
            text.push_back(static_cast<char>('0' + choice() % 10));
        }
        text += "e" + std::to_string(static_cast<int>(choice() % 260) - 168);
        std::string encoded;
        if (!encode_number(text, Dialect::Current, encoded)) continue;
        EXPECT_EQ(flaw_of_item(item_of_number(encoded)), std::nullopt) << text;
        std::string changed = encoded;
        char& byte = changed[choice() % changed.size()];
        byte = static_cast<char>(byte ^ (1 << (choice() % 8)));
        if (flaw_of_item(item_of_number(changed))) {
            ++refused;
            continue;
        }
        std::string again;
        ASSERT_TRUE(encode_number(number_text(changed), Dialect::Current, again));
        EXPECT_EQ(again, changed) << text;
    }
    EXPECT_GT(refused, 1'000);
}

}  // namespace
}  // namespace stator::protocol::values
