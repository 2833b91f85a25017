// Conditions against items.
#include "engine/expression/evaluate.hpp"

#include <gtest/gtest.h>

#include "protocol/expression/legacy/legacy.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::expression {
namespace {

using protocol::values::ExpressionKind;
using protocol::values::ItemView;

constexpr std::string_view kItem =
    "{'s': {'S': 'hello'}, 'n': {'N': '5.0'}, 'm10': {'N': '10'}, 'neg': {'N': '-1'},"
    " 'b': {'B': 'AQID'}, 'high': {'B': '/w=='}, 'bool': {'BOOL': true}, 'nil': {'NULL': true},"
    " 'ss': {'SS': ['y', 'x']}, 'ns': {'NS': ['2', '1.0']}, 'bs': {'BS': ['AQ==']},"
    " 'l': {'L': [{'S': 'one'}, {'M': {'k': {'N': '1'}}}, {'SS': ['x']}]},"
    " 'm': {'M': {'k': {'S': 'v'}, 'deep': {'L': [{'N': '7'}]}}},"
    " 'wide': {'S': '\xC3\xA9\xF0\x9D\x84\x9E'}, 'o': {'S': 'help'}, 'low': {'N': '1'}}";

constexpr std::string_view kValues =
    "{':hello': {'S': 'hello'}, ':hel': {'S': 'hel'}, ':ell': {'S': 'ell'}, ':e': {'S': ''},"
    " ':help': {'S': 'help'}, ':five': {'N': '5'}, ':six': {'N': '6'}, ':one': {'N': '1'},"
    " ':two': {'N': '2'}, ':three': {'N': '3'}, ':textfive': {'S': '5'}, ':true': {'BOOL': true},"
    " ':nil': {'NULL': true}, ':xy': {'SS': ['x', 'y']}, ':x': {'SS': ['x']}, ':sx': {'S': 'x'},"
    " ':lx': {'L': [{'S': 'x'}, {'S': 'y'}]}, ':bin': {'B': 'AQI='}, ':mid': {'B': 'Ag=='},"
    " ':b1': {'B': 'AQ=='}, ':mk': {'M': {'k': {'N': '1.0'}}}, ':so': {'S': 'one'},"
    " ':S': {'S': 'S'}, ':N': {'S': 'N'}, ':NULL': {'S': 'NULL'}, ':M': {'S': 'M'},"
    " ':L': {'S': 'L'}, ':empty': {'M': {}}}";

bool holds(std::string_view text, std::string_view json) {
    auto scope = tests::scope("", kValues).value();
    const auto condition =
        protocol::expression::analysis::parse_condition(text, ExpressionKind::Condition, scope);
    if (condition.has_error()) {
        ADD_FAILURE() << text << ": " << condition.error().message;
        return false;
    }
    const protocol::values::ItemImagePtr image = tests::item(json);
    return evaluate(*condition, ItemView(image));
}

struct ConditionCase {
    std::string_view text;
    bool expected;
};

void check(const std::vector<ConditionCase>& cases) {
    for (const ConditionCase& each : cases)
        EXPECT_EQ(holds(each.text, kItem), each.expected) << each.text;
}

TEST(Evaluate, Compares) {
    check({
        {"s = :hello", true},
        {"s = :help", false},
        {"n = :five", true},
        {"n = :textfive", false},
        {"n <> :textfive", true},
        {"gone = :hello", false},
        {"gone <> :hello", true},
        {"gone <> gone2", true},
        {"gone = gone2", false},
        {"NOT gone = :hello", true},
        {"s < :help", true},
        {"s > :hel", true},
        {"s < o", true},
        {"m10 > n", true},
        {"neg < low", true},
        {"n <= :five", true},
        {"n >= :six", false},
        {"n < s", false},
        {"n >= s", false},
        {"bool < :five", false},
        {"bool > nil", false},
        {"gone < :five", false},
        {"b < high", true},
        {"bool = :true", true},
        {"nil = :nil", true},
        {"ss = :xy", true},
        {"ss = :lx", false},
        {"l[1] = :mk", true},
        {"l[1].k = :one", true},
        {"m.k = :hello", false},
        {"m.deep[0] > :six", true},
        {"s.x = :hello", false},
        {"l[9] = :hello", false},
        {"m[0] <> :hello", true},
        {"l.k = :hello", false},
        {":five = :five", true},
    });
}

TEST(Evaluate, BetweenAndIn) {
    check({
        {"n BETWEEN :five AND :six", true},
        {"n BETWEEN :six AND :six", false},
        {"n BETWEEN :one AND :five", true},
        {"s BETWEEN :hel AND :help", true},
        {"n BETWEEN m10 AND low", false},
        {"n BETWEEN low AND m10", true},
        {"gone BETWEEN :one AND :six", false},
        {"s BETWEEN :one AND :six", false},
        {"bool BETWEEN :one AND :six", false},
        {"size(s) BETWEEN :one AND :six", true},
        {"n IN (:one, :five)", true},
        {"n IN (:one)", false},
        {"gone IN (:one, gone2)", false},
        {"ss IN (:sx)", false},
        {"ss IN (:xy)", true},
        {"n IN (low, m10, :five)", true},
        {":five IN (low, n)", true},
        {"l[1] IN (:mk)", true},
    });
}

TEST(Evaluate, Functions) {
    check({
        {"attribute_exists(s)", true},
        {"attribute_exists(gone)", false},
        {"attribute_exists(nil)", true},
        {"attribute_exists(l[1].k)", true},
        {"attribute_exists(l[3])", false},
        {"attribute_not_exists(m.gone)", true},
        {"attribute_not_exists(m.k)", false},
        {"attribute_type(s, :S)", true},
        {"attribute_type(n, :S)", false},
        {"attribute_type(nil, :NULL)", true},
        {"attribute_type(gone, :NULL)", false},
        {"attribute_type(m, :M)", true},
        {"attribute_type(:five, :N)", true},
        {"attribute_type(size(s), :N)", true},
        {"begins_with(s, :hel)", true},
        {"begins_with(s, :ell)", false},
        {"begins_with(s, :e)", true},
        {"begins_with(b, :bin)", true},
        {"begins_with(s, :bin)", false},
        {"begins_with(n, :textfive)", false},
        {"begins_with(gone, :e)", false},
        {"begins_with(:help, :hel)", true},
        {"contains(s, :ell)", true},
        {"contains(s, :e)", true},
        {"contains(s, :sx)", false},
        {"contains(s, n)", false},
        {"contains(b, :mid)", true},
        {"contains(b, :sx)", false},
        {"contains(ss, :sx)", true},
        {"contains(ss, :one)", false},
        {"contains(ns, :one)", true},
        {"contains(ns, :three)", false},
        {"contains(bs, :b1)", true},
        {"contains(bs, :mid)", false},
        {"contains(ss, :x)", false},
        {"contains(l, :so)", true},
        {"contains(l, :mk)", true},
        {"contains(l, :x)", true},
        {"contains(l, :sx)", false},
        {"contains(m, :sx)", false},
        {"contains(gone, :sx)", false},
        {"contains(s, gone)", false},
        {"contains(:xy, l[2])", false},
        {"contains(:hello, o)", false},
        {"contains(n, :five)", false},
    });
}

TEST(Evaluate, Size) {
    check({
        {"size(s) = :five", true},     {"size(wide) = :three", true}, {"size(b) = :three", true},
        {"size(ss) = :two", true},     {"size(ns) = :two", true},     {"size(bs) = :one", true},
        {"size(l) = :three", true},    {"size(m) = :two", true},      {"size(n) = :one", false},
        {"size(n) <> :one", true},     {"size(bool) < :six", false},  {"size(nil) >= :one", false},
        {"size(gone) <> :one", true},  {"size(gone) = :one", false},  {"size(:hello) = n", true},
        {"size(l) > size(m)", true},   {"size(s) IN (:five)", true},  {"size(:empty) < :one", true},
        {"size(l[0]) = :three", true},
    });
}

TEST(Evaluate, Logic) {
    check({
        {"s = :hello AND n = :five", true},
        {"s = :hello AND n = :six", false},
        {"s = :help OR n = :five", true},
        {"s = :help OR n = :six", false},
        {"NOT s = :help", true},
        {"NOT (s = :hello OR n = :six)", false},
        {"s = :help OR s = :hello AND n = :six", false},
    });
}

TEST(Evaluate, SeesNothingInAMissingItem) {
    EXPECT_TRUE(holds("attribute_not_exists(pk)", ""));
    EXPECT_FALSE(holds("attribute_exists(pk)", ""));
    EXPECT_TRUE(holds("pk <> :one", ""));
    EXPECT_FALSE(holds("pk = :one", ""));
    EXPECT_FALSE(holds("attribute_exists(a)", "{}"));
}

struct LegacyCase {
    std::string name;
    std::string expected_parameter;
    bool outcome;
};

TEST(Evaluate, LegacyConditions) {
    const auto list = [](std::string_view attribute, std::string_view op, std::string_view values) {
        return std::string("{'")
            .append(attribute)
            .append("': {'ComparisonOperator': '")
            .append(op)
            .append("', 'AttributeValueList': ")
            .append(values)
            .append("}}");
    };
    const std::vector<LegacyCase> cases = {
        {"value", "{'s': {'Value': {'S': 'hello'}}}", true},
        {"value of absent", "{'gone': {'Value': {'S': 'hello'}}}", false},
        {"not exists", "{'gone': {'Exists': false}}", true},
        {"exists", "{'s': {'Exists': false}}", false},
        {"EQ set", list("ss", "EQ", "[{'SS': ['x', 'y']}]"), true},
        {"EQ type", list("n", "EQ", "[{'S': '5'}]"), false},
        {"NE absent", list("gone", "NE", "[{'S': '5'}]"), true},
        {"NE type", list("n", "NE", "[{'S': '5'}]"), true},
        {"NE equal", list("n", "NE", "[{'N': '5'}]"), false},
        {"LT", list("n", "LT", "[{'N': '10'}]"), true},
        {"LT type", list("n", "LT", "[{'S': '9'}]"), false},
        {"BETWEEN", list("n", "BETWEEN", "[{'N': '5'}, {'N': '10'}]"), true},
        {"IN", list("n", "IN", "[{'N': '1'}, {'N': '5'}]"), true},
        {"IN set", list("ss", "IN", "[{'S': 'x'}]"), false},
        {"CONTAINS set", list("ss", "CONTAINS", "[{'S': 'x'}]"), true},
        {"CONTAINS list", list("l", "CONTAINS", "[{'S': 'one'}]"), true},
        {"CONTAINS type", list("s", "CONTAINS", "[{'N': '1'}]"), false},
        {"CONTAINS absent", list("gone", "CONTAINS", "[{'S': 'x'}]"), false},
        {"NOT_CONTAINS", list("s", "NOT_CONTAINS", "[{'S': 'zzz'}]"), true},
        {"NOT_CONTAINS member", list("ss", "NOT_CONTAINS", "[{'S': 'x'}]"), false},
        {"NOT_CONTAINS absent", list("gone", "NOT_CONTAINS", "[{'S': 'x'}]"), false},
        {"NOT_CONTAINS number", list("n", "NOT_CONTAINS", "[{'N': '1'}]"), true},
        {"BEGINS_WITH", list("s", "BEGINS_WITH", "[{'S': 'he'}]"), true},
        {"NULL absent", list("gone", "NULL", "[]"), true},
        {"NULL type", list("nil", "NULL", "[]"), false},
        {"NOT_NULL type", list("nil", "NOT_NULL", "[]"), true},
        {"NOT_NULL absent", list("gone", "NOT_NULL", "[]"), false},
        {"dotted name", "{'m.k': {'Exists': false}}", true},
    };
    const protocol::values::ItemImagePtr image = tests::item(kItem);
    for (const LegacyCase& each : cases) {
        const auto document = tests::document(each.expected_parameter);
        const auto condition = protocol::expression::legacy::decode_expected(
            document.root(), std::nullopt, protocol::values::Dialect::Current
        );
        ASSERT_TRUE(condition.has_value()) << each.name;
        EXPECT_EQ(evaluate(**condition, ItemView(image)), each.outcome) << each.name;
    }
}

}  // namespace
}  // namespace stator::engine::expression
