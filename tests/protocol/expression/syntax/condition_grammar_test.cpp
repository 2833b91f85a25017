#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/expression/syntax/written_syntax.hpp"

namespace stator::protocol::expression::syntax {
namespace {

std::string parsed(std::string_view text) {
    TokenStream tokens(text, values::ExpressionKind::Condition);
    const auto tree = parse_condition_syntax(tokens);
    return tree.has_error() ? fault_text(tree.error()) : written(*tree);
}

bool is_redundant(std::string_view text) {
    TokenStream tokens(text, values::ExpressionKind::Condition);
    EXPECT_TRUE(parse_condition_syntax(tokens)) << text;
    return tokens.has_redundant_parentheses();
}

struct GrammarCase {
    std::string text;
    std::string tree;
};

void expect_trees(const std::vector<GrammarCase>& cases) {
    for (const GrammarCase& each : cases) EXPECT_EQ(parsed(each.text), each.tree) << each.text;
}

TEST(ConditionSyntax, BindsNotBeforeAndBeforeOr) {
    expect_trees({
        {"a = :x", "(= a :x)"},
        {"a=:x OR b=:y AND c=:z", "(or (= a :x) (and (= b :y) (= c :z)))"},
        {"a=:x and b=:y or c=:z", "(or (and (= a :x) (= b :y)) (= c :z))"},
        {"NOT a=:x AND b=:y", "(and (not (= a :x)) (= b :y))"},
        {"NOT NOT f(a)", "(not (not (f() a)))"},
        {"a=:x AND b=:y AND c=:z", "(and (= a :x) (= b :y) (= c :z))"},
        {"(a=:x OR b=:y) AND c=:z", "(and *(or (= a :x) (= b :y)) (= c :z))"},
    });
}

TEST(ConditionSyntax, KnowsEveryComparison) {
    expect_trees({
        {"a <> :x", "(<> a :x)"},
        {"a <= :x", "(<= a :x)"},
        {"a >= :x", "(>= a :x)"},
        {"a < :x", "(< a :x)"},
        {"a > :x", "(> a :x)"},
        {"a BETWEEN :x AND :y AND f(b)", "(and (between a :x :y) (f() b))"},
        {"a in (:x, b, size(c))", "(in a :x b (size() c))"},
        {"size(a) = f(:x, #b[1])", "(= (size() a) (f() :x #b[1]))"},
        {":x = :y", "(= :x :y)"},
    });
}

TEST(ConditionSyntax, AllowsParenthesesAroundTheHeadOfAPath) {
    expect_trees({
        {"(a.b).c = :x", "(= a.b.c :x)"},
        {"(a)[0] = :x", "(= a[0] :x)"},
        {"(a) = (:x)", "(= *a *:x)"},
        {"(a BETWEEN (:x) AND :y)", "*(between a *:x :y)"},
        {"(size(a))[0] = :x", "token: \"[\", near: \")[0\""},
    });
}

TEST(ConditionSyntax, MarksReservedWordsButNotReferences) {
    expect_trees({{"a.Name[0] = #status.size", "(= a.Name![0] #status.size!)"}});
}

TEST(ConditionSyntax, NamesTheFirstOffender) {
    expect_trees({
        {"foo", "token: \"<EOF>\", near: \"foo\""},
        {":x", "token: \"<EOF>\", near: \":x\""},
        {"()", "token: \")\", near: \"()\""},
        {"a = = b", "token: \"=\", near: \"= = b\""},
        {"a = b = c", "token: \"=\", near: \"b = c\""},
        {"a IN ()", "token: \")\", near: \"()\""},
        {"a IN :x", "token: \":x\", near: \"IN :x\""},
        {"a BETWEEN :x OR :y", "token: \"OR\", near: \":x OR :y\""},
        {"size(a).b = :x", "token: \".\", near: \").b\""},
        {"NOT a", "token: \"<EOF>\", near: \"a\""},
        {"and = :x", "token: \"and\", near: \"and =\""},
        {"a.between = :x", "token: \"between\", near: \".between =\""},
        {"a + b = :x", "token: \"+\", near: \"a + b\""},
    });
}

TEST(ConditionSyntax, NotesTwoPairsOfParenthesesAroundOneThing) {
    for (const std::string text :
         {"((a = :x))",
          "((a)) = :x",
          "a = ((:x))",
          "f(((a)))",
          "((a = :x) AND b = :y) OR ((f(a)))"}) {
        EXPECT_TRUE(is_redundant(text)) << text;
    }
    for (const std::string text :
         {"(a = :x)", "((a = :x) AND b = :y)", "(a) = (:x)", "((a).b) = :x", "(NOT (a = :x))"}) {
        EXPECT_FALSE(is_redundant(text)) << text;
    }
}

TEST(ConditionSyntax, CountsComparisonsAndLogicAsOperators) {
    const auto conjunction = [](int comparisons) {
        std::string text = "f(a)";
        for (int i = 0; i < comparisons; ++i) text.append(" AND a=:x");
        return text;
    };
    EXPECT_EQ(parsed(conjunction(150)).substr(0, 5), "(and ");
    const std::string refused =
        "Invalid ConditionExpression: The expression contains too many operators; operator count: "
        "301";
    EXPECT_EQ(parsed("NOT " + conjunction(150)), refused);
    EXPECT_EQ(parsed(conjunction(150) + " OR f(b)"), refused);
    EXPECT_EQ(parsed(conjunction(149) + " AND a IN (:x, :y)").substr(0, 5), "(and ");
    EXPECT_EQ(parsed("NOT " + conjunction(149) + " AND a IN (:x)"), refused);
    EXPECT_EQ(parsed(conjunction(150) + " +"), "token: \"+\", near: \":x +\"");
}

}  // namespace
}  // namespace stator::protocol::expression::syntax
