// KeyConditionExpression: from text to conditions on keys, and every error that requires no schema.
#include <gtest/gtest.h>

#include "protocol/expression/analysis/parser.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression::analysis {
namespace {

std::string_view operator_text(KeyOperator op) {
    switch (op) {
        case KeyOperator::Equal: return "=";
        case KeyOperator::Less: return "<";
        case KeyOperator::LessOrEqual: return "<=";
        case KeyOperator::Greater: return ">";
        case KeyOperator::GreaterOrEqual: return ">=";
        case KeyOperator::Between: return "BETWEEN";
        case KeyOperator::BeginsWith: return "begins_with";
        case KeyOperator::NotIndexable: return "?";
    }
    return "";
}

std::string parsed_key_condition(std::string_view text) {
    ExpressionScope scope = tests::scope(tests::kNames, tests::kValues).value();
    const auto condition = parse_condition(text, values::ExpressionKind::KeyCondition, scope);
    if (condition.has_error()) return condition.error().message;
    const auto keys = key_conditions_of(*condition, {});
    if (keys.has_error()) return keys.error().message;
    std::string all;
    for (const KeyCondition& key : *keys) {
        if (!all.empty()) all.append("; ");
        all.append(key.attribute).append(" ").append(operator_text(key.op));
        for (const Literal& value : key.values) all.append(" ").append(value.placeholder);
    }
    return all;
}

struct Case {
    std::string name;
    std::string text;
    std::string expected;
};

TEST(KeyConditionExpression, ParsesAndRefuses) {
    const std::string kind = "Invalid KeyConditionExpression: ";
    const std::string condition = "Invalid condition in KeyConditionExpression: ";
    const std::string wrong =
        kind + "Incorrect operand type for operator or function; operator or function: ";
    const std::vector<Case> cases = {
        {"hash", "pk = :s", "pk = :s"},
        {"both", "pk = :s AND sk > :n", "pk = :s; sk > :n"},
        {"other order", "begins_with(sk, :s) AND #a = :t", "sk begins_with :s; a = :t"},
        {"between", "pk = :s AND sk BETWEEN :m AND :n", "pk = :s; sk BETWEEN :m :n"},
        {"mirrored", ":s = pk AND :n <= sk", "pk = :s; sk >= :n"},
        {"mirrored strictly", ":n > sk", "sk < :n"},
        {"parentheses", "((pk = :s) AND (sk = :n))", "pk = :s; sk = :n"},
        {"nested AND", "a = :s AND (b = :s AND c = :s)", "a = :s; b = :s; c = :s"},
        {"equal BOOL is a matter of schema", "pk = :bool", "pk = :bool"},
        {"empty", "", kind + "The expression can not be empty;"},
        {"too long",
         "pk = :s" + std::string(4'090, ' '),
         kind + "Expression size has exceeded the maximum allowed size;"},
        {"syntax", "pk :s", kind + R"(Syntax error; token: ":s", near: "pk :s")"},
        {"reserved",
         "hash = :s",
         kind + "Attribute name is a reserved keyword; reserved keyword: hash"},
        {"redundant", "((pk = :s))", kind + "The expression has redundant parentheses;"},
        {"undefined value",
         "pk = :x",
         kind + "An expression attribute value used in expression is not defined; attribute "
                "value: :x"},
        {"undefined name",
         "#x = :s",
         kind + "An expression attribute name used in the document path is not defined; "
                "attribute name: #x"},
        {"begins_with N",
         "pk = :s AND begins_with(sk, :n)",
         wrong + "begins_with, operand type: N"},
        {"begins_with BOOL", "begins_with(sk, :bool)", wrong + "begins_with, operand type: BOOL"},
        {"less BOOL", "sk < :bool", wrong + "<, operand type: BOOL"},
        {"between BOOL", "sk BETWEEN :bool AND :bool", wrong + "BETWEEN, operand type: BOOL"},
        {"between types",
         "sk BETWEEN :n AND :s",
         kind + "The BETWEEN operator requires same data type for lower and upper bounds; lower "
                "bound operand: AttributeValue: {N:5}, upper bound operand: AttributeValue: "
                "{S:text}"},
        {"between order",
         "sk BETWEEN :t AND :s",
         kind + "The BETWEEN operator requires upper bound to be greater than or equal to lower "
                "bound; lower bound operand: AttributeValue: {S:z}, upper bound operand: "
                "AttributeValue: {S:text}"},
        {"or", "pk = :s OR sk = :n", "Invalid operator used in KeyConditionExpression: OR"},
        {"not", "NOT pk = :s", "Invalid operator used in KeyConditionExpression: NOT"},
        {"in", "pk IN (:s)", "Invalid operator used in KeyConditionExpression: IN"},
        {"unequal", "pk <> :s", "Invalid operator used in KeyConditionExpression: <>"},
        {"exists",
         "attribute_exists(pk)",
         "Invalid operator used in KeyConditionExpression: attribute_exists"},
        {"not exists",
         "attribute_not_exists(pk)",
         "Invalid operator used in KeyConditionExpression: attribute_not_exists"},
        {"type",
         "attribute_type(pk, :typeS)",
         "Invalid operator used in KeyConditionExpression: attribute_type"},
        {"contains",
         "contains(pk, :s)",
         "Invalid operator used in KeyConditionExpression: contains"},
        {"between value first",
         ":n BETWEEN sk AND :n",
         condition + "BETWEEN operator must have the key attribute as its first operand"},
        {"begins_with value first",
         "begins_with(:s, sk)",
         condition + "begins_with operator must have the key attribute as its first operand"},
        {"size", "size(pk) = :n", "KeyConditionExpressions cannot contain nested operations"},
        {"two attributes",
         "pk = sk",
         kind + condition + "Multiple attribute names used in one condition"},
        {"between attributes",
         "pk BETWEEN a AND b",
         kind + condition + "Multiple attribute names used in one condition"},
        {"nested",
         "pk.a = :s",
         kind + "KeyConditionExpressions cannot have conditions on nested attributes"},
        {"nested before a second",
         "pk.a = sk",
         kind + "KeyConditionExpressions cannot have conditions on nested attributes"},
        {"a second before its nesting",
         "pk = sk.a",
         kind + condition + "Multiple attribute names used in one condition"},
        {"a second before an operation",
         "pk BETWEEN sk AND size(pk)",
         kind + condition + "Multiple attribute names used in one condition"},
        {"no attribute", ":s = :t", condition + "No key attribute specified"},
        {"repeated",
         "pk = :s AND #a = :s AND pk > :t",
         kind + "KeyConditionExpressions must only contain one condition per key"},
        {"first clause first",
         "pk <> :s AND sk.a = :n",
         "Invalid operator used in KeyConditionExpression: <>"},
    };
    for (const Case& each : cases)
        EXPECT_EQ(parsed_key_condition(each.text), each.expected) << each.name;
}

}  // namespace
}  // namespace stator::protocol::expression::analysis
