#include "protocol/expression/condition_checks.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression {
namespace {

constexpr auto kKind = values::ExpressionKind::Filter;

Literal literal(std::string_view json) {
    Literal made;
    const auto parsed = tests::document(json);
    EXPECT_TRUE(
        wire::decode_attribute_value(parsed.root(), values::Dialect::Current, made.value.buffer())
    );
    return made;
}

// "a" is a path with one name, "a.b" with two; "size" is the size of a, "true" a condition, JSON a
// literal.
Operand operand(std::string_view text) {
    if (text.starts_with('{')) return literal(text);
    if (text == "size") return SizeOperand{values::DocumentPath{{"a"}}};
    if (text == "true") return TruthOperand{std::make_shared<const Condition>()};
    const auto dot = text.find('.');
    if (dot == std::string_view::npos) return values::DocumentPath{{std::string(text)}};
    return values::DocumentPath{
        {std::string(text.substr(0, dot)), std::string(text.substr(dot + 1))}};
}

Condition condition(ConditionKind kind, const std::vector<std::string>& operands) {
    Condition made{.kind = kind};
    for (const std::string& text : operands) made.operands.push_back(operand(text));
    return made;
}

std::string text_of(const std::optional<ApiError>& fault) {
    if (!fault) return "ok";
    return std::string(tests::without_prefix(fault->message, "Invalid FilterExpression: "));
}

std::string wrong(const std::string& operation, const std::string& type) {
    return "Incorrect operand type for operator or function; operator or function: " + operation +
           ", operand type: " + type;
}

struct Case {
    ConditionKind kind;
    std::vector<std::string> operands;
    std::string outcome;
};

void expect_outcomes(const std::vector<Case>& cases) {
    for (const Case& each : cases) {
        const Condition checked = condition(each.kind, each.operands);
        EXPECT_EQ(text_of(check_operands(kKind, checked)), each.outcome) << condition_text(checked);
    }
}

TEST(ConditionChecks, LetOnlyOrderedTypesBeCompared) {
    const std::vector<std::pair<std::string, std::string>> unordered = {
        {"{'BOOL': true}", "BOOL"},
        {"{'NULL': true}", "NULL"},
        {"{'SS': ['a']}", "SS"},
        {"{'L': []}", "L"},
        {"{'M': {}}", "M"},
        {"true", "BOOL"},
    };
    for (const auto& [value, type] : unordered) {
        Condition less = condition(ConditionKind::Compare, {"a", value});
        less.comparator = Comparator::LessOrEqual;
        EXPECT_EQ(text_of(check_operands(kKind, less)), wrong("<=", type)) << value;
        less.comparator = Comparator::NotEqual;
        EXPECT_EQ(text_of(check_operands(kKind, less)), "ok") << value;
    }
    for (const std::string value : {"{'S': ''}", "{'N': '1'}", "{'B': ''}", "size", "b"}) {
        Condition greater = condition(ConditionKind::Compare, {value, "a"});
        greater.comparator = Comparator::Greater;
        EXPECT_EQ(text_of(check_operands(kKind, greater)), "ok") << value;
    }
}

TEST(ConditionChecks, CompareTheBoundsOfBetween) {
    const std::string bounds =
        "; lower bound operand: AttributeValue: {N:5}, upper bound operand: ";
    expect_outcomes({
        {ConditionKind::Between, {"a", "{'N': '5'}", "{'N': '5.0'}"}, "ok"},
        {ConditionKind::Between, {"a", "{'N': '9'}", "{'N': '10'}"}, "ok"},
        {ConditionKind::Between, {"a", "{'N': '9'}", "b"}, "ok"},
        {ConditionKind::Between, {"{'S': 'x'}", "{'N': '1'}", "{'N': '2'}"}, "ok"},
        {ConditionKind::Between, {"a", "{'BOOL': true}", "b"}, wrong("BETWEEN", "BOOL")},
        {ConditionKind::Between, {"{'L': []}", "b", "c"}, wrong("BETWEEN", "L")},
        {ConditionKind::Between,
         {"a", "{'N': '5'}", "{'S': '4'}"},
         "The BETWEEN operator requires same data type for lower and upper bounds" + bounds +
             "AttributeValue: {S:4}"},
        {ConditionKind::Between,
         {"a", "{'N': '5'}", "{'N': '4'}"},
         "The BETWEEN operator requires upper bound to be greater than or equal to lower bound" +
             bounds + "AttributeValue: {N:4}"},
    });
}

TEST(ConditionChecks, KnowTheOperandsOfEachFunction) {
    const std::string path_required =
        "Operator or function requires a document path; operator or function: ";
    expect_outcomes({
        {ConditionKind::BeginsWith, {"a", "{'B': ''}"}, "ok"},
        {ConditionKind::BeginsWith, {"{'N': '1'}", "a"}, wrong("begins_with", "N")},
        {ConditionKind::BeginsWith, {"a", "size"}, wrong("begins_with", "N")},
        {ConditionKind::Contains, {"{'SS': ['a']}", "b"}, "ok"},
        {ConditionKind::Contains, {"{'L': []}", "{'M': {}}"}, "ok"},
        {ConditionKind::Contains, {"{'N': '1'}", "b"}, wrong("contains", "N")},
        {ConditionKind::Contains, {"{'M': {}}", "b"}, wrong("contains", "M")},
        {ConditionKind::AttributeExists, {"a.b"}, "ok"},
        {ConditionKind::AttributeExists, {"{'S': 'a'}"}, path_required + "attribute_exists"},
        {ConditionKind::AttributeNotExists, {"size"}, path_required + "attribute_not_exists"},
        {ConditionKind::AttributeTypeIs, {"a", "{'N': '1'}"}, wrong("attribute_type", "N")},
        {ConditionKind::NotContains, {"a", "{'L': []}"}, "ok"},
        {ConditionKind::In, {"a", "{'L': []}"}, "ok"},
    });
}

TEST(ConditionChecks, KnowTheTenNamesOfTypes) {
    for (const std::string name : {"S", "N", "B", "SS", "NS", "BS", "L", "M", "NULL", "BOOL"}) {
        const auto named =
            condition(ConditionKind::AttributeTypeIs, {"a", "{'S': '" + name + "'}"});
        EXPECT_EQ(text_of(check_operands(kKind, named)), "ok") << name;
    }
    for (const std::string name : {"", "s", "STRING", "S "}) {
        const auto named =
            condition(ConditionKind::AttributeTypeIs, {"a", "{'S': '" + name + "'}"});
        EXPECT_EQ(
            text_of(check_operands(kKind, named)),
            "Invalid attribute type name found; type: " + name +
                ", valid types: {B,NULL,SS,BOOL,L,BS,N,NS,S,M}"
        );
    }
}

TEST(ConditionChecks, RequireADistinctFirstOperand) {
    const auto fault = [](ConditionKind kind, const std::vector<std::string>& operands) {
        return text_of(check_distinct(kKind, condition(kind, operands)));
    };
    const std::string same =
        "The first operand must be distinct from the remaining operands for this operator or "
        "function; operator: ";
    EXPECT_EQ(fault(ConditionKind::Compare, {"a", "a"}), same + "=, first operand: [a]");
    EXPECT_EQ(
        fault(ConditionKind::Between, {"a.b", "c", "a.b"}), same + "BETWEEN, first operand: [a, b]"
    );
    EXPECT_EQ(fault(ConditionKind::Contains, {"a", "a"}), same + "contains, first operand: [a]");
    EXPECT_EQ(fault(ConditionKind::In, {"a", "b", "b"}), "ok");
    EXPECT_EQ(fault(ConditionKind::Compare, {"a", "a.b"}), "ok");
    EXPECT_EQ(fault(ConditionKind::Compare, {"{'S': 'a'}", "{'S': 'a'}"}), "ok");
}

TEST(ConditionChecks, AllowSizeOnlyForTypesWithASize) {
    for (const std::string value :
         {"a", "{'S': ''}", "{'B': ''}", "{'NS': ['1']}", "{'L': []}", "{'M': {}}"}) {
        EXPECT_EQ(text_of(check_size_argument(kKind, operand(value))), "ok") << value;
    }
    EXPECT_EQ(text_of(check_size_argument(kKind, operand("{'N': '1'}"))), wrong("size", "N"));
    EXPECT_EQ(
        text_of(check_size_argument(kKind, operand("{'BOOL': true}"))), wrong("size", "BOOL")
    );
    EXPECT_EQ(text_of(check_size_argument(kKind, operand("size"))), wrong("size", "N"));
}

}  // namespace
}  // namespace stator::protocol::expression
