#include "protocol/partiql/literals.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/partiql/parsed_term.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::partiql {
namespace {

// The value as JSON, or the error message.
std::string literal(std::string_view text) {
    const auto value = literal_value(parsed_term(text), "root");
    if (value.has_error()) return value.error().message;
    std::string json;
    wire::append_attribute_value(json, value->view());
    return json;
}

struct LiteralCase {
    std::string text;
    std::string outcome;
};

void expect_literals(const std::vector<LiteralCase>& cases) {
    for (const LiteralCase& each : cases) EXPECT_EQ(literal(each.text), each.outcome) << each.text;
}

TEST(PartiqlLiterals, BecomeAttributeValues) {
    expect_literals({
        {"'a''b'", R"({"S":"a'b"})"},
        {"1.50", R"({"N":"1.5"})"},
        {"-2e2", R"({"N":"-200"})"},
        {"true", R"({"BOOL":true})"},
        {"FALSE", R"({"BOOL":false})"},
        {"null", R"({"NULL":true})"},
        {"[1, 'a', []]", R"({"L":[{"N":"1"},{"S":"a"},{"L":[]}]})"},
        {"<<'b', 'a'>>", R"({"SS":["a","b"]})"},
        {"<<10, 9>>", R"({"NS":["9","10"]})"},
        {"{'b': 1, 'a': {'x': null}}", R"({"M":{"a":{"M":{"x":{"NULL":true}}},"b":{"N":"1"}}})"},
        {"{'a': 1, 'b': 2, 'a': 3}", R"({"M":{"a":{"N":"3"},"b":{"N":"2"}}})"},
        {"{}", R"({"M":{}})"},
    });
}

TEST(PartiqlLiterals, RefuseBagsThatAreNotSets) {
    const std::string mixed =
        "Unsupported data type in Bag. DynamoDB only supports either numbers or strings in bags";
    const std::string twice = "One or more parameter values were invalid: Input collection ";
    expect_literals({
        {"<<>>", "Empty bags are not supported"},
        {"<<1, 'a'>>", mixed},
        {"<<true>>", mixed},
        {"<<[1]>>", mixed},
        {"<<2, 1, 2.0>>", twice + "[2, 1, 2.0] contains duplicates! under root"},
        {"[<<2, 2>>]", twice + "[2, 2] contains duplicates! under root[0]"},
        {"<<1, ?>>", "Unsupported data type: Parameter under key root[1] at 1:26:1"},
    });
}

TEST(PartiqlLiterals, ReportThePositionOfAFault) {
    const std::string overflow =
        "Number overflow. Attempting to store a number with magnitude larger than supported range "
        "under ";
    expect_literals({
        {"1e126", overflow + "root"},
        {"[1, {'x': [1e126]}]", overflow + "root[1].x[0]"},
        {"<<1, 1e126>>", overflow + "root[1]"},
        {"[?]", "Unsupported data type: Parameter under key root[0] at 1:22:1"},
        {"{'x': missing}", "Unsupported data type: Missing under key root.x at 1:27:7"},
        {"{x: 1}", "Unsupported data type: Id under key root at 1:22:1"},
        {"{'': 1}", "Empty attribute name"},
    });
}

TEST(PartiqlLiterals, NestThirtyTwoLevels) {
    const auto nested = [](std::size_t levels) {
        return literal(std::string(levels, '[') + "1" + std::string(levels, ']'));
    };
    EXPECT_EQ(nested(31).substr(0, 5), "{\"L\":");
    EXPECT_EQ(
        nested(32).substr(0, 60), "Nesting Levels have exceeded supported limits under root[0]["
    );
}

TEST(IsLiteral, IsTrueForValuesWithoutParameters) {
    const auto is_literal_text = [](std::string_view text) {
        return is_literal(parsed_term(text));
    };
    for (const std::string text : {"'a'", "-1", "true", "null", "[?]", "<<1>>", "{}"})
        EXPECT_TRUE(is_literal_text(text)) << text;
    for (const std::string text : {"?", "a", "missing", "a.b", "size(a)", "1 + 1"})
        EXPECT_FALSE(is_literal_text(text)) << text;
}

TEST(SortAttributes, KeepsTheLastOfOneName) {
    const auto text = [](std::string_view letter) {
        return values::AttributeValue::scalar(values::AttributeType::String, letter);
    };
    Attributes attributes = {
        {"b", text("1")}, {"a", text("2")}, {"b", text("3")}, {"B", text("4")}, {"b", text("5")}};
    sort_attributes(attributes);
    const Attributes sorted = {{"B", text("4")}, {"a", text("2")}, {"b", text("5")}};
    EXPECT_EQ(attributes, sorted);
}

}  // namespace
}  // namespace stator::protocol::partiql
