#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/expression/syntax/written_syntax.hpp"

namespace stator::protocol::expression::syntax {
namespace {

std::string_view section_name(UpdateActionKind kind) {
    switch (kind) {
        case UpdateActionKind::Set: return "SET";
        case UpdateActionKind::Remove: return "REMOVE";
        case UpdateActionKind::Add: return "ADD";
        case UpdateActionKind::Delete: return "DELETE";
    }
    return "";
}

// The clauses as "SET a (+ b :x); REMOVE c", or the error message.
std::string parsed_update(std::string_view text) {
    TokenStream tokens(text, values::ExpressionKind::Update);
    const auto update = parse_update_syntax(tokens);
    if (update.has_error()) return fault_text(update.error());
    std::string result;
    for (const UpdateClause& clause : update->clauses) {
        result.append(result.empty() ? "" : "; ").append(section_name(clause.kind));
        result.append(" ").append(written(clause.path));
        if (clause.kind == UpdateActionKind::Remove) continue;
        result.append(" ").append(written(clause.value));
    }
    return result;
}

struct UpdateCase {
    std::string text;
    std::string clauses;
};

void expect_clauses(const std::vector<UpdateCase>& cases) {
    for (const UpdateCase& each : cases)
        EXPECT_EQ(parsed_update(each.text), each.clauses) << each.text;
}

TEST(UpdateSyntax, ReadsSectionsInAnyOrderAndCase) {
    expect_clauses({
        {"SET a = :x", "SET a :x"},
        {"remove a, #b[0].c", "REMOVE a; REMOVE #b[0].c"},
        {"DELETE a :x ADD b :y, c :z SET d=e", "DELETE a :x; ADD b :y; ADD c :z; SET d e"},
        {"SET a = :x Set b = :y", "SET a :x; SET b :y"},
    });
}

TEST(UpdateSyntax, KeepsRepeatedSections) {
    TokenStream tokens("SET a = :x REMOVE b SET c = :y", values::ExpressionKind::Update);
    const auto update = parse_update_syntax(tokens);
    ASSERT_TRUE(update);
    const std::vector<UpdateActionKind> expected = {
        UpdateActionKind::Set, UpdateActionKind::Remove, UpdateActionKind::Set};
    EXPECT_EQ(update->sections, expected);
}

TEST(UpdateSyntax, ReadsOneSumPerAssignment) {
    expect_clauses({
        {"SET a = b + :x", "SET a (+ b :x)"},
        {"SET a = if_not_exists(b, :x) - c", "SET a (- (if_not_exists() b :x) c)"},
        {"SET a = (b + :x)", "SET a *(+ b :x)"},
        {"SET a = (b) + :x", "SET a (+ *b :x)"},
        {"SET a = b - (:x)", "SET a (- b *:x)"},
        {"SET a = b + c + d", "token: \"+\", near: \"c + d\""},
        {"SET a = (b + c) + d", "token: \"+\", near: \") + d\""},
        {"SET a = f(b + c)", "token: \"+\", near: \"b + c\""},
    });
}

TEST(UpdateSyntax, AcceptsOnlyTheOperandsOfASection) {
    expect_clauses({
        {"ADD a b", "token: \"b\", near: \"a b\""},
        {"ADD a = :x", "token: \"=\", near: \"a = :x\""},
        {"DELETE a f(:x)", "token: \"f\", near: \"a f(\""},
        {"REMOVE a :x", "token: \":x\", near: \"a :x\""},
        {"REMOVE :x", "token: \":x\", near: \"REMOVE :x\""},
        {"SET a :x", "token: \":x\", near: \"a :x\""},
        {"SET (a) = :x", "token: \"(\", near: \"SET (a\""},
        {"SET a = (b).c", "token: \".\", near: \").c\""},
        {"SET set = :x", "token: \"set\", near: \"SET set =\""},
        {"SET a.remove = :x", "token: \"remove\", near: \".remove =\""},
        {"SET a = :x,", "token: \"<EOF>\", near: \",\""},
        {"SET", "token: \"<EOF>\", near: \"SET\""},
        {"SET _123 = :v", "token: \"_\", near: \"SET _123\""},
        {"INVALID SYNTAX HERE", "token: \"INVALID\", near: \"INVALID SYNTAX\""},
        {"!!! x", "token: \"!\", near: \"!!\""},
        {"SET path = VALUE 1", "token: \"1\", near: \"VALUE 1\""},
        {" ", "token: \"<EOF>\", near: \"\""},
    });
}

TEST(UpdateSyntax, AllowsKeywordsOfConditionsAsNames) {
    EXPECT_EQ(parsed_update("SET and = :x"), "SET and! :x");
}

}  // namespace
}  // namespace stator::protocol::expression::syntax
