#include "protocol/partiql/operands.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/partiql/parsed_term.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::partiql {
namespace {

values::AttributeValue number(std::int64_t value) {
    return values::AttributeValue::scalar(
        values::AttributeType::Number, values::encode_integer(value)
    );
}

std::string path_of(std::string_view text) {
    Operands operands({});
    const auto path = operands.path(parsed_term(text));
    return path.has_error() ? path.error().message : values::path_text(*path);
}

TEST(PartiqlOperands, ReadPathsOfNamesAndIndexes) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"a", "[a]"},
        {"a.b[3].\"c d\"", "[a, b, [3], c d]"},
        {"a['b'][0]", "[a, b, [0]]"},
        {"a[-0]", "[a, [0]]"},
        {"a[2147483647]", "[a, [2147483647]]"},
    };
    for (const auto& [text, path] : cases) EXPECT_EQ(path_of(text), path) << text;
}

TEST(PartiqlOperands, RefuseInvalidSteps) {
    const std::string range = "List index is not within the allowable range; index: ";
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"a[-1]", range + "[-1] at 1:24:1"},
        {"a[2147483648]", range + "[2147483648] at 1:23:10"},
        {"a[1.0]", range + "[1.0] at 1:23:3"},
        {"a[b]", "Unexpected path component at 1:23:1"},
        {"a.*", "Unexpected path component at 1:23:1"},
    };
    for (const auto& [text, fault] : cases) EXPECT_EQ(path_of(text), fault) << text;
}

TEST(PartiqlOperands, ReplaceParametersByTheirPosition) {
    const std::vector<values::AttributeValue> parameters = {number(1), number(2)};
    Operands operands(parameters);
    const SyntaxNode list = parsed_term("? = ?");
    EXPECT_EQ(operands.value(list.children[0]).value(), number(1));
    EXPECT_EQ(operands.value(list.children[1]).value(), number(2));
    EXPECT_FALSE(operands.lacks_value(list.children[1]));
}

TEST(PartiqlOperands, AcceptAMissingParameterAtFirst) {
    Operands operands({});
    const SyntaxNode condition = parsed_term("? < ?");
    EXPECT_TRUE(operands.lacks_value(condition.children[0]));
    EXPECT_TRUE(operands.value(condition.children[0]));
    const auto one = operands.operand(condition.children[0]);
    const auto two = operands.operand(condition.children[1]);
    ASSERT_TRUE(one && two);
    EXPECT_NE(std::get<values::DocumentPath>(*one), std::get<values::DocumentPath>(*two));
}

TEST(PartiqlOperands, RememberAnEmptyName) {
    Operands operands({});
    EXPECT_TRUE(operands.path(parsed_term("a.b")));
    EXPECT_FALSE(operands.has_empty_component());
    EXPECT_TRUE(operands.path(parsed_term("a.\"\".b")));
    EXPECT_TRUE(operands.has_empty_component());
}

std::string operand_verdict(std::string_view text) {
    const std::vector<values::AttributeValue> parameters = {number(1)};
    Operands operands(parameters);
    return tests::verdict(operands.operand(parsed_term(text)));
}

TEST(PartiqlOperands, AreValuesPathsSizesAndConditions) {
    for (const std::string text :
         {"1", "?", "a.b", "size(a)", "size('x')", "attribute_exists(a)", "a = 1", "a IN [1, 2]"}) {
        EXPECT_EQ(operand_verdict(text), "ok") << text;
    }
    const std::vector<std::pair<std::string, std::string>> refused = {
        {"a + 1", "Unsupported operation: Plus"},
        {"a || b", "Unsupported operation: Concat"},
        {"lower(a)", "Unrecognized function: lower at 1:21:5"},
        {"list_append(a, [1])", "Unrecognized function: list_append at 1:21:11"},
        {"size(a, b)",
         "Incorrect number of operands for operator or function; operator or function: size, "
         "number "
         "of operands: 2"},
        {"size(?)",
         "Incorrect operand type for operator or function; operator or function: size, operand "
         "type: N"},
    };
    for (const auto& [text, fault] : refused) EXPECT_EQ(operand_verdict(text), fault) << text;
}

TEST(IsPath, RequiresANameFirst) {
    for (const std::string text : {"a", "\"a b\"", "a.b", "a[0]"})
        EXPECT_TRUE(is_path(parsed_term(text))) << text;
    for (const std::string text : {"'a'", "1", "?", "size(a)", "[1][0]", "{'a': 1}.a"})
        EXPECT_FALSE(is_path(parsed_term(text))) << text;
}

}  // namespace
}  // namespace stator::protocol::partiql
