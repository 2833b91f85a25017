#include "protocol/values/attribute_value.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "protocol/values/number.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::values {
namespace {

AttributeValue value_of(std::string_view json) {
    const auto parsed = tests::document(json);
    AttributeValue value;
    EXPECT_TRUE(wire::decode_attribute_value(parsed.root(), Dialect::Current, value.buffer()));
    return value;
}

TEST(Varint, HasSevenBitsPerByteLowBitsFirst) {
    const std::vector<std::pair<std::uint64_t, std::string>> cases = {
        {0, std::string(1, '\0')},
        {127, "\x7F"},
        {128, "\x80\x01"},
        {300, "\xAC\x02"},
        {16'384, "\x80\x80\x01"},
    };
    for (const auto& [number, bytes] : cases) {
        std::string encoded;
        append_varint(encoded, number);
        EXPECT_EQ(encoded, bytes) << number;
    }
}

TEST(Varint, IsReadBackWithThePositionAfterIt) {
    for (const std::uint64_t number :
         {std::uint64_t{0},
          std::uint64_t{127},
          std::uint64_t{128},
          std::uint64_t{1} << 35,
          std::numeric_limits<std::uint64_t>::max()}) {
        std::string encoded;
        append_varint(encoded, number);
        const char* position = encoded.data();
        EXPECT_EQ(read_varint(position), number);
        EXPECT_EQ(position, encoded.data() + encoded.size()) << number;
    }
}

TEST(AttributeValue, IsChargedLikeDynamoDb) {
    const std::vector<std::pair<std::string, std::size_t>> cases = {
        {"{'S': ''}", 0},
        {"{'S': 'héllo'}", 6},
        {"{'B': 'AAAA'}", 3},
        {"{'N': '123'}", 3},
        {"{'BOOL': false}", 1},
        {"{'NULL': true}", 1},
        {"{'SS': ['x', 'yy']}", 3},
        {"{'NS': ['1', '123']}", 5},
        {"{'BS': ['AA==', 'AAAA']}", 4},
        {"{'L': []}", 3},
        {"{'L': [{'S': 'xy'}, {'L': []}]}", 3 + 1 + 2 + 1 + 3},
        {"{'M': {}}", 3},
        {"{'M': {'key': {'N': '1'}}}", 3 + 1 + 3 + 2},
    };
    for (const auto& [json, bytes] : cases) {
        const AttributeValue value = value_of(json);
        EXPECT_EQ(value.view().size_bytes(), bytes) << json;
    }
}

TEST(AttributeValue, HasTheDepthOfItsDeepestContainer) {
    const std::vector<std::pair<std::string, std::size_t>> cases = {
        {"{'S': 'x'}", 1},
        {"{'SS': ['x']}", 1},
        {"{'L': []}", 1},
        {"{'L': [{'S': 'x'}]}", 2},
        {"{'M': {'a': {'S': 'x'}, 'b': {'L': [{'M': {'c': {'N': '1'}}}]}}}", 4},
    };
    for (const auto& [json, depth] : cases) {
        const AttributeValue value = value_of(json);
        EXPECT_EQ(value.view().depth(), depth) << json;
    }
}

TEST(AttributeValue, IsEqualToTheSameValue) {
    const std::vector<std::pair<std::string, std::string>> same = {
        {"{'N': '1.0'}", "{'N': '1'}"},
        {"{'SS': ['a', 'b']}", "{'SS': ['b', 'a']}"},
        {"{'M': {'a': {'N': '1e1'}, 'b': {'S': ''}}}", "{'M': {'b': {'S': ''}, 'a': {'N': '10'}}}"},
    };
    for (const auto& [left, right] : same) {
        const AttributeValue one = value_of(left);
        const AttributeValue two = value_of(right);
        EXPECT_EQ(one.view(), two.view()) << left;
    }
    const std::vector<std::pair<std::string, std::string>> different = {
        {"{'S': '1'}", "{'N': '1'}"},
        {"{'S': 'YQ=='}", "{'B': 'YQ=='}"},
        {"{'BOOL': true}", "{'BOOL': false}"},
        {"{'L': [{'S': 'a'}, {'S': 'b'}]}", "{'L': [{'S': 'b'}, {'S': 'a'}]}"},
    };
    for (const auto& [left, right] : different) {
        const AttributeValue one = value_of(left);
        const AttributeValue two = value_of(right);
        EXPECT_FALSE(one.view() == two.view()) << left;
    }
}

TEST(AttributeValue, EndsWhereItsEncodingEnds) {
    for (const std::string json :
         {"{'S': 'x'}",
          "{'NULL': true}",
          "{'BOOL': true}",
          "{'SS': ['a', 'b']}",
          "{'L': []}",
          "{'M': {'a': {'L': [{'N': '1'}]}}}"}) {
        const AttributeValue value = value_of(json);
        const std::string with_more = std::string(value.encoded()) + "more";
        EXPECT_EQ(AttributeValueView::at(with_more.data()).encoded(), value.encoded()) << json;
    }
}

TEST(AttributeValue, IsWalkedInCanonicalOrder) {
    const AttributeValue set = value_of("{'SS': ['b', '', 'a']}");
    std::vector<std::string> members;
    for (const std::string_view member : set.view().members()) members.emplace_back(member);
    EXPECT_EQ(members, (std::vector<std::string>{"", "a", "b"}));

    const AttributeValue map =
        value_of("{'M': {'b': {'BOOL': true}, 'B': {'L': []}, 'a': {'S': ''}}}");
    std::string names;
    for (const Entry entry : map.view().entries()) names.append(entry.name);
    EXPECT_EQ(names, "Bab");
    EXPECT_EQ(map.view().count(), 3u);

    const AttributeValue list = value_of("{'L': [{'S': 'z'}, {'NULL': true}, {'S': 'a'}]}");
    std::string types;
    for (const AttributeValueView element : list.view().elements()) {
        types.append(type_name(element.type())).append(" ");
    }
    EXPECT_EQ(types, "S NULL S ");
}

template <class Owner>
concept Lends = requires(Owner&& owner) {
    std::forward<Owner>(owner).view();
    std::forward<Owner>(owner).encoded();
};

TEST(AttributeValue, IsNotMadeFromTextAndGivesNoViewOfATemporary) {
    static_assert(!std::is_constructible_v<AttributeValue, std::string>);
    static_assert(!std::is_constructible_v<AttributeValueView, std::string_view>);
    static_assert(!std::is_constructible_v<AttributeValueView, const char*>);
    static_assert(Lends<AttributeValue&> && Lends<const AttributeValue&>);
    static_assert(!Lends<AttributeValue> && !Lends<const AttributeValue>);
}

TEST(AttributeValue, IsMadeOfOneValue) {
    EXPECT_TRUE(AttributeValue().is_absent());
    EXPECT_FALSE(AttributeValue::null().is_absent());
    EXPECT_EQ(AttributeValue::null(), value_of("{'NULL': true}"));
    EXPECT_EQ(AttributeValue::boolean(true), value_of("{'BOOL': true}"));
    EXPECT_EQ(AttributeValue::boolean(false), value_of("{'BOOL': false}"));
    EXPECT_EQ(AttributeValue::scalar(AttributeType::String, "x"), value_of("{'S': 'x'}"));
    EXPECT_EQ(
        AttributeValue::scalar(AttributeType::Number, encode_integer(7)), value_of("{'N': '7'}")
    );
}

TEST(AttributeValue, OfALargeContainerIsWalkedToItsEnd) {
    AttributeValue list;
    const std::size_t place = open_container(list.buffer(), AttributeType::List, 200);
    for (int i = 0; i < 200; ++i) {
        append_scalar(list.buffer(), AttributeType::String, std::string(200, 'x'));
    }
    close_container(list.buffer(), place);
    std::size_t found = 0;
    for (const AttributeValueView element : list.view().elements()) {
        found += element.scalar().size() == 200 ? 1u : 0u;
    }
    EXPECT_EQ(found, 200u);
    EXPECT_EQ(list.view().count(), 200u);
}

TEST(CompareScalars, OrdersByUnsignedBytes) {
    EXPECT_LT(compare_scalars("a", "b"), 0);
    EXPECT_LT(compare_scalars("a", "a\x01"), 0);
    EXPECT_GT(compare_scalars("\x80", "\x7F"), 0);
    EXPECT_GT(compare_scalars("é", "z"), 0);
    EXPECT_EQ(compare_scalars("x", "x"), 0);
}

TEST(AttributeType, SaysWhichMayBeKeysAndWhichAreSets) {
    std::string keys;
    std::string sets;
    for (int number = 1; number <= 10; ++number) {
        const auto type = static_cast<AttributeType>(number);
        if (is_scalar_key(type)) keys.append(type_name(type)).append(" ");
        if (is_set(type)) sets.append(type_name(type)).append(" ");
    }
    EXPECT_EQ(keys, "S N B ");
    EXPECT_EQ(sets, "SS NS BS ");
}

}  // namespace
}  // namespace stator::protocol::values
