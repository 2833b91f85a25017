#include "protocol/partiql/conditions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/partiql/parsed_term.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::partiql {
namespace {

std::string lowered(std::string_view text) {
    Operands operands({});
    const auto condition = lower_condition(parsed_term(text), operands);
    if (condition.has_error()) return condition.error().message;
    return expression::condition_text(*condition);
}

struct ConditionCase {
    std::string text;
    std::string outcome;
};

void expect_lowered(const std::vector<ConditionCase>& cases) {
    for (const ConditionCase& each : cases)
        EXPECT_EQ(lowered(each.text), each.outcome) << each.text;
}

TEST(PartiqlConditions, BecomeExpressionConditions) {
    expect_lowered({
        {"a = 1", R"(a = {"N":"1"})"},
        {"a <> b.c", "a <> b.c"},
        {"a != 'x'", R"(a <> {"S":"x"})"},
        {"a <= 1 AND b >= 2 OR NOT c > 3",
         R"(((a <= {"N":"1"} AND b >= {"N":"2"}) OR NOT c > {"N":"3"}))"},
        {"a BETWEEN 1 AND 2", R"(a BETWEEN {"N":"1"} AND {"N":"2"})"},
        {"a NOT BETWEEN 1 AND 2", R"(NOT a BETWEEN {"N":"1"} AND {"N":"2"})"},
        {"a IN ['x', b]", R"(a IN ({"S":"x"}, b))"},
        {"a IN ('x', 'y')", R"(a IN ({"S":"x"}, {"S":"y"}))"},
        {"a IN <<1>>", R"(a IN ({"N":"1"}))"},
        {"a NOT IN [1]", R"(NOT a IN ({"N":"1"}))"},
        {"BEGINS_WITH(a, 'x')", R"(begins_with(a, {"S":"x"}))"},
        {"size(a) > 1", R"(size(a) > {"N":"1"})"},
        {"contains(a, 'x') = true", R"((contains(a, {"S":"x"})) = {"BOOL":true})"},
        {"attribute_type(a, 'NULL')", R"(attribute_type(a, {"S":"NULL"}))"},
    });
}

TEST(PartiqlConditions, CheckTypesByName) {
    const std::vector<std::pair<std::string, std::string>> names = {
        {"STRING", "S"},
        {"decimal", "N"},
        {"NUMERIC", "N"},
        {"BLOB", "B"},
        {"BOOL", "BOOL"},
        {"BOOLEAN", "BOOL"},
        {"NULL", "NULL"},
        {"LIST", "L"},
        {"STRUCT", "M"},
        {"TUPLE", "M"},
    };
    for (const auto& [name, type] : names) {
        EXPECT_EQ(lowered("a IS " + name), R"(attribute_type(a, {"S":")" + type + "\"})") << name;
    }
    expect_lowered({
        {"a.b IS MISSING", "attribute_not_exists(a.b)"},
        {"a IS NOT MISSING", "NOT attribute_not_exists(a)"},
        {"a IS NOT NULL", R"(NOT attribute_type(a, {"S":"NULL"}))"},
        {"a IS INT", "Unsupported operation: IsType"},
        {"1 IS NULL", "Unsupported operation: IsType"},
    });
}

TEST(PartiqlConditions, RefuseUnsupportedOperators) {
    const std::string count =
        "Incorrect number of operands for operator or function; operator or function: ";
    expect_lowered({
        {"a", "Unsupported operation: Id"},
        {"1", "Unsupported operation: Lit"},
        {"a LIKE 'x'", "Unsupported operation: Like"},
        {"a + 1", "Unsupported operation: Plus"},
        {"a IN b", "Unsupported operation: InCollection"},
        {"a = 1 AND b", "Unsupported operation: Id"},
        {"if_not_exists(a, 1)", "Unrecognized function: if_not_exists at 1:21:13"},
        {"size(a)", "Unrecognized function: size at 1:21:4"},
        {"contains(a)", count + "contains, number of operands: 1"},
        {"attribute_exists(a, b)", count + "attribute_exists, number of operands: 2"},
        {"a = a",
         "The first operand must be distinct from the remaining operands for this operator or "
         "function; operator: =, first operand: [a]"},
        {"a < true",
         "Incorrect operand type for operator or function; operator or function: <, operand type: "
         "BOOL"},
    });
}

TEST(PartiqlConditions, LimitTheMembersOfIn) {
    const auto in = [](int members) {
        std::string text = "a IN [0";
        for (int i = 1; i < members; ++i) text.append(", ").append(std::to_string(i));
        return lowered(text + "]");
    };
    EXPECT_EQ(in(100).substr(0, 6), "a IN (");
    EXPECT_EQ(
        in(101), "The IN operator is provided with too many operands; number of operands: 101"
    );
}

TEST(IsCondition, IsTrueForConditions) {
    const auto is_truth = [](std::string_view text) { return is_condition(parsed_term(text)); };
    for (const std::string text :
         {"a = 1",
          "a AND b",
          "NOT a",
          "a IS NULL",
          "a IN [1]",
          "a BETWEEN 1 AND 2",
          "contains(a, b)"}) {
        EXPECT_TRUE(is_truth(text)) << text;
    }
    for (const std::string text : {"a", "1", "true", "size(a)", "a + 1", "exists(a)", "a LIKE 'x'"})
        EXPECT_FALSE(is_truth(text)) << text;
}

}  // namespace
}  // namespace stator::protocol::partiql
