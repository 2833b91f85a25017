// The static checks of updates: from text to actions, and all errors.
#include <gtest/gtest.h>

#include "protocol/expression/analysis/parser.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression::analysis {
namespace {

using tests::kNames;
using tests::kValues;

std::string parsed_update(std::string_view text) {
    ExpressionScope scope = tests::scope(kNames, kValues).value();
    const auto update = parse_update(text, scope);
    if (!update.has_error()) return update_text(*update);
    return std::string(tests::without_prefix(update.error().message, "Invalid UpdateExpression: "));
}

struct UpdateCase {
    std::string name;
    std::string text;
    std::string expected;
};

void check_update(const std::vector<UpdateCase>& cases) {
    for (const UpdateCase& each : cases)
        EXPECT_EQ(parsed_update(each.text), each.expected) << each.name;
}

TEST(UpdateGrammar, BuildsActions) {
    check_update({
        {"set", "SET a = :s", R"(SET a = {"S":"text"})"},
        {"several",
         "set a = :s, b.c[1] = d remove e, f[0] ADD g :n DELETE h :ss",
         R"(SET a = {"S":"text"}; SET b.c[1] = d; REMOVE e; REMOVE f[0]; ADD g {"N":"5"}; )"
         R"(DELETE h {"SS":["x","y"]})"},
        {"any order",
         "DELETE h :ss SET a = :s",
         R"(DELETE h {"SS":["x","y"]}; SET a = {"S":"text"})"},
        {"plus", "SET a = a + :n", R"(SET a = a + {"N":"5"})"},
        {"minus", "SET a = :n - b", R"(SET a = {"N":"5"} - b)"},
        {"functions",
         "SET a = if_not_exists(b, :s), l = list_append(l, :l)",
         R"(SET a = if_not_exists(b, {"S":"text"}); SET l = list_append(l, {"L":[{"N":"1"}]}))"},
        {"nested default",
         "SET a = if_not_exists(b, if_not_exists(c, :n)) + :n",
         R"(SET a = if_not_exists(b, if_not_exists(c, {"N":"5"})) + {"N":"5"})"},
        {"list default",
         "SET a = list_append(if_not_exists(a, :l), :l)",
         R"(SET a = list_append(if_not_exists(a, {"L":[{"N":"1"}]}), {"L":[{"N":"1"}]}))"},
        {"append as default",
         "SET a = if_not_exists(b, list_append(c, :l))",
         R"(SET a = if_not_exists(b, list_append(c, {"L":[{"N":"1"}]})))"},
        {"parenthesised side", "SET a = (b + :n)", R"(SET a = b + {"N":"5"})"},
        {"parenthesised operand", "SET a = (b) + (:n)", R"(SET a = b + {"N":"5"})"},
        {"parenthesised value", "SET a = (:s)", R"(SET a = {"S":"text"})"},
        {"right side may repeat target", "SET a = b, b = a", "SET a = b; SET b = a"},
        {"AND is no keyword here", "SET #a = #name", "SET a = name"},
    });
}

TEST(UpdateGrammar, ReportsSyntaxErrors) {
    const auto syntax = [](std::string_view token, std::string_view near) {
        return std::string("Syntax error; token: \"")
            .append(token)
            .append("\", near: \"")
            .append(near)
            .append("\"");
    };
    check_update({
        {"no section", "INVALID SYNTAX HERE", syntax("INVALID", "INVALID SYNTAX")},
        {"marks", "!!! x", syntax("!", "!!")},
        {"underscore", "SET _123 = :v", syntax("_", "SET _123")},
        {"trailing integer", "SET path = VALUE 1", syntax("1", "VALUE 1")},
        {"empty section", "SET", syntax("<EOF>", "SET")},
        {"empty section before next", "SET REMOVE a", syntax("REMOVE", "SET REMOVE a")},
        {"trailing comma", "SET a = :s,", syntax("<EOF>", ",")},
        {"two operators", "SET a = a + b + c", syntax("+", "b + c")},
        {"operator after group", "SET a = (a + b) + c", syntax("+", ") + c")},
        {"operator in call", "SET a = if_not_exists(a + b, c)", syntax("+", "a + b")},
        {"parenthesised target", "SET (a) = :s", syntax("(", "SET (a")},
        {"parenthesised head", "SET a = (b).c", syntax(".", ").c")},
        {"called target", "SET f(a) = :s", syntax("(", "f(a")},
        {"section as identifier", "SET a = set", syntax("set", "= set")},
        {"section in a path", "SET a.add = :s", syntax("add", ".add =")},
        {"ADD with =", "ADD a = :n", syntax("=", "a = :n")},
        {"ADD with path", "ADD a b", syntax("b", "a b")},
        {"ADD with two", "ADD a :n :n", syntax(":n", ":n :n")},
        {"DELETE without value", "DELETE a", syntax("<EOF>", "a")},
        {"REMOVE with value", "REMOVE :s", syntax(":s", "REMOVE :s")},
        {"SET without value", "SET a =", syntax("<EOF>", "=")},
        {"comparison", "SET a < :s", syntax("<", "a < :s")},
        {"literal", "SET a = 5", syntax("5", "= 5")},
        {"doubled group", "SET a = ((b + c))", syntax("+", "b + c")},
    });
}

TEST(UpdateGrammar, LimitsSize) {
    EXPECT_EQ(parsed_update(""), "The expression can not be empty;");
    EXPECT_EQ(parsed_update("SET a = :s" + std::string(4'086, ' ')), R"(SET a = {"S":"text"})");
    EXPECT_EQ(
        parsed_update("SET a = :s" + std::string(4'087, ' ')),
        "Expression size has exceeded the maximum allowed size;"
    );
    std::string deep = "SET a = ";
    for (int i = 0; i < 1'000; ++i) deep.append("(");
    EXPECT_EQ(parsed_update(deep), "The expression has redundant parentheses;");
    deep = "SET a = ";
    for (int i = 0; i < 1'000; ++i) deep.append("f(");
    EXPECT_NE(parsed_update(deep).find("function: f"), std::string::npos);
}

TEST(UpdateSemantics, RefusesNamesAndFunctions) {
    check_update({
        {"reserved",
         "SET status = :s",
         "Attribute name is a reserved keyword; reserved keyword: status"},
        {"reserved on the right",
         "SET a = b.Name",
         "Attribute name is a reserved keyword; reserved keyword: Name"},
        {"reserved removal",
         "REMOVE ttl",
         "Attribute name is a reserved keyword; reserved keyword: ttl"},
        {"unknown function", "SET a = foo(b)", "Invalid function name; function: foo"},
        {"wrong case",
         "SET a = If_Not_Exists(b, :s)",
         "Invalid function name; function: If_Not_Exists"},
        {"condition function",
         "SET a = size(b)",
         "The function is not allowed in an update expression; function: size"},
        {"section twice",
         "SET a = :s SET b = :s",
         "The \"SET\" section can only be used once in an update expression;"},
        {"section twice apart",
         "REMOVE a ADD b :n remove c",
         "The \"REMOVE\" section can only be used once in an update expression;"},
        {"undefined name",
         "SET #x = :s",
         "An expression attribute name used in the document path is not defined; attribute name: "
         "#x"},
        {"undefined value",
         "SET a = :x",
         "An expression attribute value used in expression is not defined; attribute value: :x"},
        {"undefined ADD",
         "ADD a :x",
         "An expression attribute value used in expression is not defined; attribute value: :x"},
        {"redundant parentheses", "SET a = ((b))", "The expression has redundant parentheses;"},
        {"33 elements",
         "REMOVE a[0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0][0]"
         "[0][0][0][0][0][0][0][0][0][0][0]",
         "The document path has too many nesting levels; nesting levels: 33"},
    });
}

TEST(UpdateSemantics, RefusesCollisions) {
    const auto collide = [](std::string_view verb, std::string_view one, std::string_view two) {
        return std::string("Two document paths ")
            .append(verb)
            .append(" with each other; must remove or rewrite one of these paths; path one: ")
            .append(one)
            .append(", path two: ")
            .append(two);
    };
    check_update({
        {"same", "SET a = :s, a = :t", collide("overlap", "[a]", "[a]")},
        {"across sections", "SET a.b = :s REMOVE a", collide("overlap", "[a, b]", "[a]")},
        {"index", "REMOVE a[1].b, a[1]", collide("overlap", "[a, [1], b]", "[a, [1]]")},
        {"by alias", "SET a = :s, #a.b = :s", collide("overlap", "[a]", "[a, b]")},
        {"conflict", "SET a.b = :s, a[1] = :s", collide("conflict", "[a, b]", "[a, [1]]")},
        {"overlap before conflict",
         "SET a.b = :s, a[1] = :s, c = :s, c.d = :s",
         collide("overlap", "[c]", "[c, d]")},
        {"siblings", "SET a.b = :s, a.c = :s", R"(SET a.b = {"S":"text"}; SET a.c = {"S":"text"})"},
        {"dotted name is one step",
         "SET #dot = :s REMOVE x",
         R"(SET x.y = {"S":"text"}; REMOVE x)"},
    });
}

TEST(UpdateSemantics, ChecksOperands) {
    const auto add = [](std::string_view section, std::string_view type) {
        return std::string("Incorrect operand type for operator or function; operator: ")
            .append(section)
            .append(", operand type: ")
            .append(type)
            .append(", typeSet: ALLOWED_FOR_ADD_OPERAND");
    };
    const std::string wrong =
        "Incorrect operand type for operator or function; operator or function: ";
    const std::string count =
        "Incorrect number of operands for operator or function; operator or function: ";
    check_update({
        {"ADD S", "ADD a :s", add("ADD", "STRING")},
        {"ADD B", "ADD a :b", add("ADD", "BINARY")},
        {"ADD BOOL", "ADD a :bool", add("ADD", "BOOLEAN")},
        {"ADD NULL", "ADD a :null", add("ADD", "NULL")},
        {"ADD L", "ADD a :l", add("ADD", "LIST")},
        {"ADD M", "ADD a :map", add("ADD", "MAP")},
        {"DELETE N", "DELETE a :n", add("DELETE", "NUMBER")},
        {"DELETE S", "DELETE a :s", add("DELETE", "STRING")},
        {"plus S", "SET a = b + :s", wrong + "+, operand type: S"},
        {"minus L", "SET a = :l - b", wrong + "-, operand type: L"},
        {"append S", "SET a = list_append(b, :s)", wrong + "list_append, operand type: S"},
        {"count of append", "SET a = list_append(b)", count + "list_append, number of operands: 1"},
        {"count of default",
         "SET a = if_not_exists(b, :s, :s)",
         count + "if_not_exists, number of operands: 3"},
        {"value for path",
         "SET a = if_not_exists(:s, :s)",
         "Operator or function requires a document path; operator or function: if_not_exists"},
        {"call for path",
         "SET a = if_not_exists(if_not_exists(a, b), :s)",
         "Operator or function requires a document path; operator or function: if_not_exists"},
        {"append in append",
         "SET a = list_append(list_append(a, b), :l)",
         "The function is not allowed to be used this way in an expression; function: list_append"},
        {"first in text order", "SET a = b + :s, c = list_append(d)", wrong + "+, operand type: S"},
        {"outer first", "SET a = :s + if_not_exists(:s, :s)", wrong + "+, operand type: S"},
    });
}

TEST(UpdateSemantics, RanksFaults) {
    check_update({
        {"reserved first",
         "SET a = foo(:x), status = :s",
         "Attribute name is a reserved keyword; reserved keyword: status"},
        {"then function", "SET a = :s SET b = foo(c)", "Invalid function name; function: foo"},
        {"then section",
         "SET #x = :s SET b = :x",
         "The \"SET\" section can only be used once in an update expression;"},
        {"then undefined name",
         "SET a = :x, #x = :s",
         "An expression attribute name used in the document path is not defined; attribute name: "
         "#x"},
        {"then undefined value",
         "SET a = :s, a = :x",
         "An expression attribute value used in expression is not defined; attribute value: :x"},
        {"then overlap",
         "ADD a :s, a :s",
         "Two document paths overlap with each other; must remove or rewrite one of these paths; "
         "path one: [a], path two: [a]"},
        {"then ADD operand",
         "SET a = b + :s ADD c :s",
         "Incorrect operand type for operator or function; operator: ADD, operand type: STRING, "
         "typeSet: ALLOWED_FOR_ADD_OPERAND"},
    });
}

}  // namespace
}  // namespace stator::protocol::expression::analysis
