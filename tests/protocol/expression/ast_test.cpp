#include "protocol/expression/ast.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/support/expression_support.hpp"

namespace stator::protocol::expression {
namespace {

Condition condition_of(std::string_view text) {
    auto scope = tests::scope(tests::kNames, tests::kValues);
    return analysis::parse_condition(text, values::ExpressionKind::Condition, *scope).value();
}

UpdateExpression update_of(std::string_view text) {
    auto scope = tests::scope(tests::kNames, tests::kValues);
    return analysis::parse_update(text, *scope).value();
}

TEST(ConditionText, ShowsNamesAndValuesResolved) {
    const std::vector<std::pair<std::string, std::string>> cases = {
        {"#a = :s", R"(a = {"S":"text"})"},
        {"#dot.l[3].v <> :n", R"(x.y.l[3].v <> {"N":"5"})"},
        {"size(a) >= :n", R"(size(a) >= {"N":"5"})"},
        {"NOT a < :n", R"(NOT a < {"N":"5"})"},
        {"a = :s OR b = :t AND c > :n",
         R"((a = {"S":"text"} OR (b = {"S":"z"} AND c > {"N":"5"})))"},
        {"a BETWEEN :m AND :n", R"(a BETWEEN {"N":"4"} AND {"N":"5"})"},
        {"a IN (:m, b)", R"(a IN ({"N":"4"}, b))"},
        {"attribute_exists(a) AND attribute_not_exists(b)",
         "(attribute_exists(a) AND attribute_not_exists(b))"},
        {"attribute_type(a, :typeS)", R"(attribute_type(a, {"S":"S"}))"},
        {"begins_with(a, :s) OR contains(b, :s)",
         R"((begins_with(a, {"S":"text"}) OR contains(b, {"S":"text"})))"},
        {"size(:ss) <= :n", R"(size({"SS":["x","y"]}) <= {"N":"5"})"},
    };
    for (const auto& [text, shown] : cases) EXPECT_EQ(condition_text(condition_of(text)), shown);
}

TEST(ConditionPaths, AreThoseOfEveryOperandInOrder) {
    Condition truth{.kind = ConditionKind::Compare};
    truth.operands.emplace_back(TruthOperand{
        std::make_shared<const Condition>(condition_of("attribute_exists(t)"))});
    Condition root{.kind = ConditionKind::And};
    root.children = {condition_of("size(a.b) > :n AND (c IN (:n, d[0]) OR NOT e = :s)"), truth};
    std::string paths;
    for (const values::DocumentPath* path : condition_paths(root)) {
        paths.append(values::path_text(*path));
    }
    EXPECT_EQ(paths, "[a, b][c][d, [0]][e][t]");
}

TEST(UpdateText, ShowsEveryAction) {
    EXPECT_EQ(
        update_text(update_of("SET #a = if_not_exists(b, :n) + :m, l[0] = list_append(:l, m.x)"
                              " REMOVE c[1] ADD d :ns DELETE e :ss")),
        R"(SET a = if_not_exists(b, {"N":"5"}) + {"N":"4"}; )"
        R"(SET l[0] = list_append({"L":[{"N":"1"}]}, m.x); REMOVE c[1]; )"
        R"(ADD d {"NS":["1","2"]}; DELETE e {"SS":["x","y"]})"
    );
    EXPECT_EQ(update_text(update_of("SET a = b - c")), "SET a = b - c");
}

TEST(UpdateExpression, OnlyRemovesWithoutSetAndAdd) {
    EXPECT_TRUE(update_of("REMOVE a DELETE b :ss").only_removes());
    EXPECT_FALSE(update_of("REMOVE a ADD b :n").only_removes());
    EXPECT_FALSE(update_of("SET a = :n REMOVE b").only_removes());
    EXPECT_FALSE(UpdateExpression{}.only_removes());
}

TEST(KeyOperator, ExistsForEveryComparatorButOne) {
    EXPECT_EQ(key_operator(Comparator::Equal), KeyOperator::Equal);
    EXPECT_EQ(key_operator(Comparator::Less), KeyOperator::Less);
    EXPECT_EQ(key_operator(Comparator::LessOrEqual), KeyOperator::LessOrEqual);
    EXPECT_EQ(key_operator(Comparator::Greater), KeyOperator::Greater);
    EXPECT_EQ(key_operator(Comparator::GreaterOrEqual), KeyOperator::GreaterOrEqual);
    EXPECT_EQ(key_operator(Comparator::NotEqual), std::nullopt);
}

}  // namespace
}  // namespace stator::protocol::expression
