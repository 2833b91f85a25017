// ExpressionAttributeNames and ExpressionAttributeValues.
#include <gtest/gtest.h>

#include "protocol/expression/analysis/expression_scope.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression::analysis {
namespace {

struct ScopeCase {
    std::string name;
    std::string names;
    std::string values;
    std::string expected;
};

TEST(ExpressionScope, ChecksPlaceholders) {
    const std::string name_key =
        "ExpressionAttributeNames contains invalid key: Syntax error; key: ";
    const std::string value_key =
        "ExpressionAttributeValues contains invalid key: Syntax error; key: ";
    const std::string longest(254, 'x');
    const std::vector<ScopeCase> cases = {
        {"nothing", "", "", "ok"},
        {"fine", "{'#0': 'a', '#_': 'b', '#Az9': 'a b.c'}", "{':1': {'S': ''}}", "ok"},
        {"no names", "{}", "{}", "ExpressionAttributeNames must not be empty"},
        {"no values", "", "{}", "ExpressionAttributeValues must not be empty"},
        {"lone sigil", "{'#': 'a'}", "", name_key + "\"#\""},
        {"two sigils", "{'##a': 'a'}", "", name_key + "\"##a\""},
        {"minus", "{'#a-b': 'a'}", "", name_key + "\"#a-b\""},
        {"dot", "{'#a.b': 'a'}", "", name_key + "\"#a.b\""},
        {"no sigil", "{'a': 'a'}", "", name_key + "\"a\""},
        {"accent", "{'#\xC3\xA9': 'a'}", "", name_key + "\"#\xC3\xA9\""},
        {"wrong sigil", "", "{'#a': {'S': ''}}", value_key + "\"#a\""},
        {"lone colon", "", "{':': {'S': ''}}", value_key + "\":\""},
        {"keys before targets", "{'#a': '', 'b': 'x'}", "", name_key + "\"b\""},
        {"keys before values", "", "{':a': {'N': 'x'}, 'b': {'S': ''}}", value_key + "\"b\""},
        {"empty target",
         "{'#a': ''}",
         "",
         "ExpressionAttributeNames contains invalid value: Empty attribute name for key #a"},
        {"255 bytes", "{'#" + longest + "': 'a'}", "", "ok"},
        {"256 bytes",
         "{'#" + longest + "-': 'a'}",
         "",
         "ExpressionAttributeNames contains invalid key: The expression attribute map contains a "
         "key that is too long; size of key: 256"},
        {"256 bytes of value",
         "",
         "{':" + longest + "-': {'S': ''}}",
         "ExpressionAttributeValues contains invalid key: The expression attribute map contains a "
         "key that is too long;"},
        {"target of 65,535 bytes", "{'#a': '" + std::string(65'535, 'n') + "'}", "", "ok"},
        {"target of 65,536 bytes",
         "{'#a': '" + std::string(65'536, 'n') + "'}",
         "",
         "Attribute name is too large, must be less than 65536 bytes"},
        {"names before values", "{'#': 'a'}", "{':': {'S': ''}}", name_key + "\"#\""},
        {"bad value",
         "",
         "{':a': {'N': 'x'}}",
         "The parameter cannot be converted to a numeric value: x"},
        {"first bad value",
         "",
         "{':a': {'SS': []}, ':b': {'N': 'x'}}",
         "One or more parameter values were invalid: An string set  may not be empty"},
    };
    for (const ScopeCase& each : cases) {
        const auto scope = tests::scope(each.names, each.values);
        EXPECT_EQ(tests::verdict(scope), each.expected) << each.name;
    }
}

TEST(ExpressionScope, WrapsValueErrorsInTheOlderLayer) {
    EXPECT_EQ(
        tests::verdict(tests::scope("", "{':a': {'N': 'x'}}", values::Dialect::Older)),
        "ExpressionAttributeValues contains invalid value: The parameter cannot be converted to a "
        "numeric value: x for key :a"
    );
    EXPECT_EQ(
        tests::verdict(tests::scope("", "{':a': {}}", values::Dialect::Older)),
        "ExpressionAttributeValues contains invalid value: Supplied AttributeValue is empty, must "
        "contain exactly one of the supported datatypes for key :a"
    );
}

TEST(ExpressionScope, ReportsUnused) {
    ExpressionScope scope =
        tests::scope("{'#a': 'a', '#b': 'b'}", "{':u': {'S': ''}, ':v': {'S': ''}}").value();
    EXPECT_EQ(
        tests::verdict(scope.check_all_used()),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a, #b}"
    );
    ASSERT_TRUE(parse_projection("#b, #a", scope).has_value());
    EXPECT_EQ(
        tests::verdict(scope.check_all_used()),
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:u, :v}"
    );
    ASSERT_TRUE(parse_condition("a = :v", values::ExpressionKind::Condition, scope).has_value());
    EXPECT_EQ(
        tests::verdict(scope.check_all_used()),
        "Value provided in ExpressionAttributeValues unused in expressions: keys: {:u}"
    );
    ASSERT_TRUE(parse_update("SET a = :u", scope).has_value());
    EXPECT_EQ(tests::verdict(scope.check_all_used()), "ok");
    EXPECT_EQ(scope.name("#x"), nullptr);
    EXPECT_EQ(scope.value(":x"), nullptr);
}

TEST(ExpressionScope, TakesTheLastOfRepeatedPlaceholders) {
    ExpressionScope scope = tests::scope("{'#a': 'first', '#a': 'last'}", "").value();
    EXPECT_EQ(*scope.name("#a"), "last");
}

}  // namespace
}  // namespace stator::protocol::expression::analysis
