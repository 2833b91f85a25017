#include "engine/expression/update_values.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/expression_support.hpp"

namespace stator::engine::expression {
namespace {

using protocol::Result;
using protocol::values::AttributeValue;
using protocol::values::AttributeValueView;
using protocol::values::ItemView;

constexpr std::string_view kStoredItem =
    "{'n': {'N': '5'}, 's': {'S': 'text'}, 'l': {'L': [{'N': '1'}]}, 'm': {'M': {'n': {'N': "
    "'7'}}}}";
const std::string kWrongOperandType =
    "An operand in the update expression has an incorrect data type";
const std::string kMissingAttribute =
    "The provided expression refers to an attribute that does not exist in the item";
const std::string kLegacyClash = "Type mismatch for attribute to update";

std::string text_of(const Result<AttributeValueView>& value) {
    if (value.has_error()) return value.error().message;
    std::string text;
    protocol::wire::append_attribute_value(text, *value);
    return text;
}

AttributeValue value_of(std::string_view json) {
    AttributeValue value;
    const auto parsed = tests::document(json);
    EXPECT_TRUE(protocol::wire::decode_attribute_value(
        parsed.root(), protocol::values::Dialect::Current, value.buffer()
    ));
    return value;
}

// The value that `SET a = <text>` assigns.
std::string assigned(std::string_view text) {
    auto scope = tests::scope("", tests::kValues).value();
    const auto update =
        protocol::expression::analysis::parse_update("SET a = " + std::string(text), scope).value();
    ValueArena arena;
    const auto item = tests::item(kStoredItem);
    return text_of(set_value(update.actions.front().value, ItemView(item), arena));
}

TEST(SetValue, ComputesFromTheOldItem) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {":s", R"({"S":"text"})"},
        {"m.n", R"({"N":"7"})"},
        {"n + :m", R"({"N":"9"})"},
        {":m - m.n", R"({"N":"-3"})"},
        {"list_append(l, :l)", R"({"L":[{"N":"1"},{"N":"1"}]})"},
        {"if_not_exists(n, z)", R"({"N":"5"})"},
        {"if_not_exists(z, if_not_exists(y, s))", R"({"S":"text"})"},
        {"if_not_exists(z, :n) + n", R"({"N":"10"})"},
    };
    for (const auto& [text, value] : cases) EXPECT_EQ(assigned(text), value) << text;
}

TEST(SetValue, RefusesWhatTheItemDoesNotHold) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"z", kMissingAttribute},
        {"s.n", kMissingAttribute},
        {"l[1]", kMissingAttribute},
        {"if_not_exists(z, y)", kMissingAttribute},
        {"z + :n", kMissingAttribute},
        {"s + :n", kWrongOperandType},
        {"list_append(s, :l)", kWrongOperandType},
        {"if_not_exists(s, :n) - :n", kWrongOperandType},
    };
    for (const auto& [text, fault] : cases) EXPECT_EQ(assigned(text), fault) << text;
}

std::string added(std::string_view old_value, std::string_view addend, bool legacy = false) {
    ValueArena arena;
    const AttributeValue present = value_of(old_value);
    const AttributeValue more = value_of(addend);
    return text_of(added_value(present.view(), more.view(), legacy, arena));
}

TEST(AddedValue, AddsNumbersAndUnitesSets) {
    EXPECT_EQ(added("{'N': '5'}", "{'N': '-7.5'}"), R"({"N":"-2.5"})");
    EXPECT_EQ(added("{'SS': ['b', 'd']}", "{'SS': ['a', 'b']}"), R"({"SS":["a","b","d"]})");
    EXPECT_EQ(added("{'NS': ['10']}", "{'NS': ['9']}"), R"({"NS":["9","10"]})");
    ValueArena arena;
    const AttributeValue addend = value_of("{'N': '3'}");
    EXPECT_EQ(text_of(added_value(std::nullopt, addend.view(), false, arena)), R"({"N":"3"})");
}

TEST(AddedValue, ConcatenatesListsOnlyForAttributeUpdates) {
    EXPECT_EQ(added("{'L': [{'N': '1'}]}", "{'L': [{'N': '2'}]}"), kWrongOperandType);
    EXPECT_EQ(
        added("{'L': [{'N': '1'}]}", "{'L': [{'N': '2'}]}", true), R"({"L":[{"N":"1"},{"N":"2"}]})"
    );
}

TEST(AddedValue, RefusesAnotherType) {
    EXPECT_EQ(added("{'S': 'x'}", "{'N': '1'}"), kWrongOperandType);
    EXPECT_EQ(added("{'NS': ['1']}", "{'SS': ['1']}"), kWrongOperandType);
    EXPECT_EQ(added("{'S': 'x'}", "{'N': '1'}", true), kLegacyClash);
    EXPECT_EQ(
        added("{'N': '1e50'}", "{'N': '1'}"),
        "Number overflow. Attempting to store a number with magnitude larger than supported range"
    );
}

std::string reduced(std::string_view old_value, std::string_view members, bool legacy = false) {
    ValueArena arena;
    const AttributeValue present = value_of(old_value);
    const AttributeValue removed = value_of(members);
    const auto left = reduced_set(present.view(), removed.view(), legacy, arena);
    if (left.has_error()) return left.error().message;
    return *left ? text_of(**left) : "nothing";
}

TEST(ReducedSet, LosesItsMembers) {
    EXPECT_EQ(reduced("{'SS': ['a', 'b', 'c']}", "{'SS': ['b', 'z']}"), R"({"SS":["a","c"]})");
    EXPECT_EQ(reduced("{'NS': ['1', '2']}", "{'NS': ['2.0', '1']}"), "nothing");
}

TEST(ReducedSet, RefusesAnotherType) {
    EXPECT_EQ(reduced("{'SS': ['a']}", "{'NS': ['1']}"), kWrongOperandType);
    EXPECT_EQ(reduced("{'S': 'a'}", "{'S': 'a'}"), kWrongOperandType);
    EXPECT_EQ(reduced("{'L': []}", "{'SS': ['a']}", true), kLegacyClash);
}

}  // namespace
}  // namespace stator::engine::expression
