#include "tools/mcp/shape_schema.hpp"

#include <gtest/gtest.h>

namespace stator::tools::mcp {
namespace {

using protocol::wire::JsonWriter;
using protocol::wire::Member;
using protocol::wire::Shape;
using protocol::wire::ShapeType;

std::string schema(const Shape& shape) {
    std::string text;
    JsonWriter json(text);
    append_schema(json, shape);
    return text;
}

const Shape kText{.type = ShapeType::String};
const Shape kChoice{.type = ShapeType::String, .enum_set = "[ALL_OLD, NONE]"};
const Shape kCount{.type = ShapeType::Integer, .value_min = 1, .value_max = 100};
const Shape kTexts{.type = ShapeType::List, .element = &kText, .length_min = 1, .length_max = 25};
const Shape kByName{.type = ShapeType::Map, .element = &kChoice};

TEST(ShapeSchema, WritesPlainValues) {
    EXPECT_EQ(schema(kText), R"({"type":"string"})");
    EXPECT_EQ(schema({.type = ShapeType::Boolean}), R"({"type":"boolean"})");
    EXPECT_EQ(schema({.type = ShapeType::Long}), R"({"type":"integer"})");
    EXPECT_EQ(schema({.type = ShapeType::Double}), R"({"type":"number"})");
    EXPECT_EQ(schema(kCount), R"({"type":"integer","minimum":1,"maximum":100})");
    EXPECT_EQ(schema(kChoice), R"({"type":"string","enum":["ALL_OLD","NONE"]})");
}

TEST(ShapeSchema, WritesListsAndMaps) {
    EXPECT_EQ(
        schema(kTexts), R"({"type":"array","items":{"type":"string"},"minItems":1,"maxItems":25})"
    );
    EXPECT_EQ(
        schema(kByName),
        R"({"type":"object","additionalProperties":{"type":"string","enum":["ALL_OLD","NONE"]}})"
    );
}

TEST(ShapeSchema, WritesStructuresWithoutLegacyParameters) {
    const Member members[] = {
        {"Mode", &kChoice, true}, {"AttributesToGet", &kTexts}, {"Amount", &kCount}};
    EXPECT_EQ(
        schema({.members = members}),
        R"({"type":"object","properties":{"Mode":{"type":"string","enum":["ALL_OLD","NONE"]},)"
        R"("Amount":{"type":"integer","minimum":1,"maximum":100}},"required":["Mode"]})"
    );
    EXPECT_EQ(schema({}), R"({"type":"object"})");
}

TEST(ShapeSchema, DescribesMembersThatHaveWords) {
    const Shape value{.type = ShapeType::AttributeValue};
    const Shape item{.type = ShapeType::Map, .element = &value};
    const Member members[] = {{"Key", &item}};
    EXPECT_NE(schema({.members = members}).find(R"({\"pk\":{\"S\":\"a\"})"), std::string::npos);
    // A tag's key is a text.
    const Member tag[] = {{"Key", &kText}};
    EXPECT_EQ(
        schema({.members = tag}), R"({"type":"object","properties":{"Key":{"type":"string"}}})"
    );
}

}  // namespace
}  // namespace stator::tools::mcp
