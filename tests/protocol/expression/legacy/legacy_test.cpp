// Conversion of the legacy parameters to expression trees, and their static errors.
#include <gtest/gtest.h>

#include "protocol/expression/legacy/legacy.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression::legacy {
namespace {

const std::string kInvalid = "One or more parameter values were invalid: ";

using OptionalText = std::optional<std::string_view>;

std::string text_of(const Result<std::optional<Condition>>& condition) {
    if (condition.has_error()) return condition.error().message;
    return *condition ? condition_text(**condition) : "none";
}

std::string expected(std::string_view json, OptionalText conditional_operator = {}) {
    const auto document = tests::document(json.empty() ? "{}" : json);
    return text_of(decode_expected(
        json.empty() ? std::nullopt : std::optional(document.root()),
        conditional_operator,
        values::Dialect::Current
    ));
}

std::string filter(std::string_view json, OptionalText conditional_operator = {}) {
    const auto document = tests::document(json.empty() ? "{}" : json);
    return text_of(decode_legacy_filter(
        json.empty() ? std::nullopt : std::optional(document.root()),
        conditional_operator,
        values::Dialect::Current
    ));
}

struct LegacyCase {
    std::string name;
    std::string json;
    std::string outcome;
};

// {'a': {'ComparisonOperator': op, 'AttributeValueList': list}}
std::string comparison(std::string_view op, std::string_view list) {
    return std::string("{'a': {'ComparisonOperator': '")
        .append(op)
        .append("', 'AttributeValueList': ")
        .append(list)
        .append("}}");
}

TEST(Expected, LowersToConditions) {
    const std::vector<LegacyCase> cases = {
        {"absent", "", "none"},
        {"empty", "{}", "none"},
        {"value", "{'a': {'Value': {'S': 'x'}}}", R"(a = {"S":"x"})"},
        {"value and exists", "{'a': {'Value': {'S': 'x'}, 'Exists': true}}", R"(a = {"S":"x"})"},
        {"not exists", "{'a': {'Exists': false}}", "attribute_not_exists(a)"},
        {"exists as text", "{'a': {'Exists': 'no'}}", "attribute_not_exists(a)"},
        {"literal name", "{'a.b[0]': {'Exists': false}}", "attribute_not_exists(a.b[0])"},
        {"value with operator",
         "{'a': {'Value': {'N': '1'}, 'ComparisonOperator': 'GT'}}",
         R"(a > {"N":"1"})"},
        {"EQ", comparison("EQ", "[{'L': []}]"), R"(a = {"L":[]})"},
        {"NE", comparison("NE", "[{'BOOL': true}]"), R"(a <> {"BOOL":true})"},
        {"LE", comparison("LE", "[{'N': '1'}]"), R"(a <= {"N":"1"})"},
        {"LT", comparison("LT", "[{'S': 'x'}]"), R"(a < {"S":"x"})"},
        {"GE", comparison("GE", "[{'B': 'AQ=='}]"), R"(a >= {"B":"AQ=="})"},
        {"GT", comparison("GT", "[{'N': '1'}]"), R"(a > {"N":"1"})"},
        {"BETWEEN",
         comparison("BETWEEN", "[{'N': '1'}, {'N': '1'}]"),
         R"(a BETWEEN {"N":"1"} AND {"N":"1"})"},
        {"IN", comparison("IN", "[{'N': '1'}, {'N': '2'}]"), R"(a IN ({"N":"1"}, {"N":"2"}))"},
        {"CONTAINS", comparison("CONTAINS", "[{'S': 'x'}]"), R"(contains(a, {"S":"x"}))"},
        {"NOT_CONTAINS",
         comparison("NOT_CONTAINS", "[{'S': 'x'}]"),
         R"(not_contains(a, {"S":"x"}))"},
        {"BEGINS_WITH", comparison("BEGINS_WITH", "[{'S': 'x'}]"), R"(begins_with(a, {"S":"x"}))"},
        {"NULL", "{'a': {'ComparisonOperator': 'NULL'}}", "attribute_not_exists(a)"},
        {"NULL with empty list", comparison("NULL", "[]"), "attribute_not_exists(a)"},
        {"NOT_NULL", "{'a': {'ComparisonOperator': 'NOT_NULL'}}", "attribute_exists(a)"},
        {"two",
         "{'b': {'Exists': false}, 'a': {'Value': {'S': 'x'}}}",
         R"((attribute_not_exists(b) AND a = {"S":"x"}))"},
    };
    for (const LegacyCase& each : cases) EXPECT_EQ(expected(each.json), each.outcome) << each.name;
}

TEST(Expected, RefusesBadEntries) {
    const std::string count = kInvalid + "Invalid number of argument(s) for the ";
    const std::string value_list =
        "{'a': {'Value': {'S': 'x'}, 'AttributeValueList': [], 'ComparisonOperator': 'EQ',"
        " 'Exists': true}}";
    const std::vector<LegacyCase> cases = {
        {"value and list",
         value_list,
         kInvalid + "Value and AttributeValueList cannot be used together for Attribute: a"},
        {"exists and operator",
         "{'a': {'ComparisonOperator': 'EQ', 'Exists': false}}",
         kInvalid + "Exists and ComparisonOperator cannot be used together for Attribute: a"},
        {"operator alone",
         "{'a': {'ComparisonOperator': 'GT'}}",
         kInvalid + "Value or AttributeValueList must be used with ComparisonOperator: GT for "
                    "Attribute: a"},
        {"EQ of nothing", comparison("EQ", "[]"), count + "EQ ComparisonOperator"},
        {"EQ of two",
         comparison("EQ", "[{'N': '1'}, {'N': '1'}]"),
         count + "EQ ComparisonOperator"},
        {"IN of nothing", comparison("IN", "[]"), count + "IN ComparisonOperator"},
        {"BETWEEN of one",
         comparison("BETWEEN", "[{'N': '1'}]"),
         count + "BETWEEN ComparisonOperator"},
        {"NULL of one", comparison("NULL", "[{'N': '1'}]"), count + "NULL ComparisonOperator"},
        {"NOT_NULL with value",
         "{'a': {'Value': {'S': 'x'}, 'ComparisonOperator': 'NOT_NULL'}}",
         count + "NOT_NULL ComparisonOperator"},
        {"mixed",
         comparison("IN", "[{'N': '1'}, {'S': '1'}]"),
         kInvalid + "AttributeValues inside AttributeValueList must be of same type"},
        {"type",
         comparison("LT", "[{'BOOL': true}]"),
         kInvalid + "ComparisonOperator LT is not valid for BOOL AttributeValue type"},
        {"type of contents",
         comparison("CONTAINS", "[{'L': []}]"),
         kInvalid + "ComparisonOperator CONTAINS is not valid for L AttributeValue type"},
        {"CONTAINS of BOOL",
         comparison("CONTAINS", "[{'BOOL': true}]"),
         kInvalid + "ComparisonOperator CONTAINS is not valid for BOOL AttributeValue type"},
        {"type of prefix",
         comparison("BEGINS_WITH", "[{'N': '1'}]"),
         kInvalid + "ComparisonOperator BEGINS_WITH is not valid for N AttributeValue type"},
        {"type before content",
         comparison("LT", "[{'SS': []}]"),
         kInvalid + "ComparisonOperator LT is not valid for SS AttributeValue type"},
        {"reversed",
         comparison("BETWEEN", "[{'N': '10'}, {'N': '9'}]"),
         "The BETWEEN condition was provided a range where the lower bound is greater than the "
         "upper bound"},
        {"list alone",
         "{'a': {'AttributeValueList': [], 'Exists': true}}",
         kInvalid + "AttributeValueList can only be used with a ComparisonOperator for Attribute: "
                    "a"},
        {"nothing",
         "{'a': {}}",
         kInvalid + "Value must be provided when Exists is null for Attribute: a"},
        {"exists alone",
         "{'a': {'Exists': true}}",
         kInvalid + "Value must be provided when Exists is true for Attribute: a"},
        {"value of the absent",
         "{'a': {'Exists': false, 'Value': {'S': 'x'}}}",
         kInvalid + "Value cannot be used when Exists is false for Attribute: a"},
        {"number",
         comparison("EQ", "[{'N': 'x'}]"),
         "The parameter cannot be converted to a numeric value: x"},
        {"value number",
         "{'a': {'Value': {'N': 'x'}}}",
         "The parameter cannot be converted to a numeric value: x"},
        {"no datatype",
         comparison("EQ", "[{}]"),
         "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
        {"null element",
         comparison("EQ", "[null]"),
         "Supplied AttributeValue is empty, must contain exactly one of the supported datatypes"},
        {"first entry",
         "{'z': {}, 'a': {'Exists': true}}",
         kInvalid + "Value must be provided when Exists is null for Attribute: z"},
    };
    for (const LegacyCase& each : cases) EXPECT_EQ(expected(each.json), each.outcome) << each.name;
}

TEST(Expected, ChecksConditionalOperator) {
    const std::string without = "ConditionalOperator cannot be used without Filter or Expected";
    const std::string needs_two =
        "ConditionalOperator can only be used when Filter or Expected has two or more elements";
    const std::string two = "{'a': {'Exists': false}, 'b': {'Exists': false}}";
    for (const std::string_view op : {"AND", "OR"}) {
        EXPECT_EQ(expected("", op), without);
        EXPECT_EQ(expected("{}", op), without);
        EXPECT_EQ(expected("{'a': {'Exists': false}}", op), needs_two);
    }
    EXPECT_EQ(expected(two, "AND"), "(attribute_not_exists(a) AND attribute_not_exists(b))");
    EXPECT_EQ(expected(two, "OR"), "(attribute_not_exists(a) OR attribute_not_exists(b))");
    EXPECT_EQ(
        expected("{'a': {}}", "OR"),
        kInvalid + "Value must be provided when Exists is null for Attribute: a"
    );
}

TEST(LegacyFilter, LowersAndRefuses) {
    const std::string needs_two =
        "ConditionalOperator can only be used when Filter or Expected has two or more elements";
    EXPECT_EQ(filter(""), "none");
    EXPECT_EQ(filter("{}"), "none");
    EXPECT_EQ(filter("", "OR"), needs_two);
    EXPECT_EQ(filter("{}", "AND"), needs_two);
    EXPECT_EQ(filter(comparison("GT", "[]"), "OR"), needs_two) << "before the entries";
    EXPECT_EQ(filter(comparison("CONTAINS", "[{'NULL': true}]")), R"(contains(a, {"NULL":true}))");
    EXPECT_EQ(
        filter(comparison("NOT_CONTAINS", "[{'SS': ['x']}]")),
        kInvalid + "ComparisonOperator NOT_CONTAINS is not valid for SS AttributeValue type"
    );
    EXPECT_EQ(
        filter("{'a': {'ComparisonOperator': 'EQ'}}"),
        kInvalid + "Invalid number of argument(s) for the EQ ComparisonOperator"
    );
    EXPECT_EQ(
        filter(
            "{'b': {'ComparisonOperator': 'NULL'}, 'a': {'ComparisonOperator': 'NOT_NULL'}}", "OR"
        ),
        "(attribute_not_exists(b) OR attribute_exists(a))"
    );
}

TEST(KeyConditions, LowersAndRefuses) {
    const auto keys = [](const std::string& json) {
        const auto document = tests::document(json);
        return decode_key_conditions(document.root(), values::Dialect::Current);
    };
    const std::vector<std::pair<std::string, KeyOperator>> operators = {
        {"EQ", KeyOperator::Equal},
        {"LT", KeyOperator::Less},
        {"LE", KeyOperator::LessOrEqual},
        {"GT", KeyOperator::Greater},
        {"GE", KeyOperator::GreaterOrEqual},
        {"BEGINS_WITH", KeyOperator::BeginsWith},
        {"NE", KeyOperator::NotIndexable},
        {"CONTAINS", KeyOperator::NotIndexable},
        {"IN", KeyOperator::NotIndexable},
        {"NOT_CONTAINS", KeyOperator::NotIndexable},
    };
    for (const auto& [name, op] : operators) {
        const auto decoded = keys(comparison(name, "[{'S': 'x'}]"));
        ASSERT_TRUE(decoded.has_value()) << name;
        ASSERT_EQ(decoded->size(), 1U);
        EXPECT_EQ(decoded->front().attribute, "a");
        EXPECT_EQ(decoded->front().op, op) << name;
        EXPECT_EQ(decoded->front().values.size(), 1U);
    }
    const auto between = keys(comparison("BETWEEN", "[{'N': '1'}, {'N': '2'}]"));
    EXPECT_EQ(between->front().op, KeyOperator::Between);
    EXPECT_EQ(between->front().values.size(), 2U);
    EXPECT_EQ(keys("{'a': {'ComparisonOperator': 'NULL'}}")->front().op, KeyOperator::NotIndexable);
    EXPECT_EQ(keys("{}").error().message, "Conditions can be of length 1 or 2 only");
    EXPECT_EQ(
        tests::verdict(keys(comparison("BETWEEN", "[{'N': '2'}, {'N': '1'}]"))),
        "The BETWEEN condition was provided a range where the lower bound is greater than the "
        "upper bound"
    );
    EXPECT_EQ(
        tests::verdict(keys(comparison("LT", "[{'M': {}}]"))),
        kInvalid + "ComparisonOperator LT is not valid for M AttributeValue type"
    );
}

}  // namespace
}  // namespace stator::protocol::expression::legacy
