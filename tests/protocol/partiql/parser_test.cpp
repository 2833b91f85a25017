// From statements to syntax trees, and the errors of unreadable statements.
#include "protocol/partiql/parser.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stator::protocol::partiql {
namespace {

constexpr std::string_view kNotWellFormed = "Statement wasn't well formed, can't be processed: ";

// The tree, or the error message, in which "!" replaces "Statement wasn't well formed …: ".
std::string parsed(std::string_view statement) {
    const auto result = parse_statement(statement);
    if (!result.has_error()) return syntax_text(result->root);
    const std::string& message = result.error().message;
    if (message.rfind(kNotWellFormed, 0) != 0) return message;
    return "!" + message.substr(kNotWellFormed.size());
}

struct Case {
    std::string statement;
    std::string expected;
};

void check(const std::vector<Case>& cases) {
    for (const Case& each : cases)
        EXPECT_EQ(parsed(each.statement), each.expected) << each.statement;
}

TEST(PartiqlParser, ReadsSelects) {
    check({
        {"SELECT * FROM \"T\"", "(Select * FROM T)"},
        {"select a, \"b\".c[0] from T.I;", "(Select a (Path b c (Index 0)) FROM (Path T I))"},
        {"SELECT * FROM T WHERE a = ? ORDER BY b DESC, c",
         "(Select * FROM T WHERE (Eq a ?0) ORDER BY b DESC ORDER BY c ASC)"},
        {"SELECT COUNT(*) FROM T", "(Select (count *) FROM T)"},
        {"EXISTS(SELECT * FROM T WHERE a = 1)", "(exists (Select * FROM T WHERE (Eq a 1)))"},
    });
}

TEST(PartiqlParser, ReadsWrites) {
    check({
        {"INSERT INTO T VALUE {'a': 1, 'b': [true, null], 'c': <<'x', ?>>}",
         "(Insert FROM T VALUE (Struct 'a' 1 'b' (List true null) 'c' (Bag 'x' ?0)))"},
        {"UPDATE T SET a = 1, b.c = b.c + ? REMOVE d, e[1] WHERE k = 1 RETURNING MODIFIED NEW *",
         "(Update FROM T SET a = 1 SET (Path b c) = (Plus (Path b c) ?0) REMOVE d REMOVE (Path e "
         "(Index 1)) WHERE (Eq k 1) RETURNING MODIFIED NEW)"},
        {"FROM T WHERE k = 1 SET a = 2 REMOVE b",
         "(Update FROM T SET a = 2 REMOVE b WHERE (Eq k 1))"},
        {"DELETE FROM T WHERE k = 1 RETURNING ALL OLD *",
         "(Delete FROM T WHERE (Eq k 1) RETURNING ALL OLD)"},
    });
}

TEST(PartiqlParser, BindsOperators) {
    const std::string head = "SELECT * FROM T WHERE ";
    const std::vector<Case> cases = {
        {"a = 1 OR b = 2 AND NOT c = 3", "(Or (Eq a 1) (And (Eq b 2) (Not (Eq c 3))))"},
        {"(a = 1 OR b = 2) AND c != 3", "(And (Or (Eq a 1) (Eq b 2)) (Ne c 3))"},
        {"a BETWEEN 1 AND 2 AND b > 3", "(And (Between a 1 2) (Gt b 3))"},
        {"a NOT BETWEEN 1 AND 2", "(Not (Between a 1 2))"},
        {"a IN (1, 2) OR a NOT IN [3]",
         "(Or (InCollection a (List 1 2)) (Not (InCollection a (List 3))))"},
        {"a IS NOT MISSING AND b IS NULL", "(And (Not (IsType missing a)) (IsType null b))"},
        {"a = - - 1 AND b = -.5e1 AND c = + 5.", "(And (Eq a 1) (Eq b -.5e1) (Eq c 5.))"},
        {"Begins_With(a, 'x') = true", "(Eq (begins_with a 'x') true)"},
    };
    for (const Case& each : cases) {
        EXPECT_EQ(parsed(head + each.statement), "(Select * FROM T WHERE " + each.expected + ")")
            << each.statement;
    }
}

TEST(PartiqlParser, NamesSyntaxFaults) {
    check({
        {"SLECT * FROM \"T\" WHERE a = 1", "!Expected data manipulation"},
        {"SELECT * FROM T WHERE a = 1 e5", "!Unexpected token after expression"},
        {"SELECT * FROM T WHERE a = 1)", "!Unexpected token after expression"},
        {"INSERT INTO T VALUE {'a': 1} foo", "!Unexpected token after expression"},
        {"INSERT INTO T t VALUE {'a': 1}", "!Unexpected token after expression"},
        {"DELETE FROM T WHERE a = 1 ORDER BY a", "!Unexpected token after expression"},
        {"SELECT * FROM T ORDER BY a WHERE a = 1", "!Unexpected token after expression"},
        {"FROM T SET c = 1 WHERE a = 1", "!Unexpected token after expression"},
        {"SELECT * FROM T WHERE", "!Unexpected term"},
        {"SELECT * FROM T WHERE;", "!Unexpected term"},
        {"SELECT * FROM T WHERE NOT", "!Unexpected term"},
        {"SELECT * FROM T WHERE (", "!Unexpected term"},
        {"SELECT * FROM", "!Unexpected term"},
        {"", "!Expected data manipulation"},
        {";", "!Expected data manipulation"},
        {"hello", "!Expected data manipulation"},
        {"SELECTT * FROMM \"T\"", "!Expected data manipulation"},
        {"INSERT INTO T {'a': 1}", "!Unexpected token after expression"},
        {"SELECT * FROM T WHERE a = 1 AND",
         "!Missing right-hand side expression of infix operator"},
        {"SELECT * FROM T WHERE a = 1 OR", "!Missing right-hand side expression of infix operator"},
        {"SELECT * FROM T WHERE ORDER BY a", "!Unexpected keyword"},
        {"SELECT * FROM T WHERE a IS FOO", "!Expected type name"},
        {"SELECT * FROM T WHERE IS NULL", "!Unexpected operator"},
        {"SELECT * FROM T WHERE a = LIKE", "!Unexpected operator"},
        {"DELETE FROM", "!Expected identifier for simple path"},
        {"DELETE FROM;", "!Expected identifier for simple path"},
        {"DELETE FROM WHERE a = 1", "!Expected identifier for simple path"},
        {"SELECT * FROM T WHERE attribute_exists(m.inner)", "!Invalid path dot component"},
        {"SELECT * FROM T WHERE a = 1 # note", "!"},
    });
}

TEST(PartiqlParser, RefusesAliases) {
    check({
        {"SELECT * FROM T t WHERE a = 1", "Aliasing is not supported"},
        {"SELECT * FROM T AS t WHERE a = 1", "Aliasing is not supported"},
    });
}

TEST(PartiqlParser, BoundsNesting) {
    const auto nested = [](std::size_t levels) {
        return "SELECT * FROM T WHERE " + std::string(levels, '(') + "a = 1" +
               std::string(levels, ')');
    };
    EXPECT_EQ(parsed(nested(400)), "(Select * FROM T WHERE (Eq a 1))");
    EXPECT_EQ(parsed(nested(4000)), "!");
    std::string sum = "UPDATE T SET a = 1";
    for (int i = 0; i < 4000; ++i) sum.append("+1");
    EXPECT_EQ(parsed(sum), "!");
    std::string chain = "SELECT * FROM T WHERE a=1";
    for (int i = 0; i < 1000; ++i) chain.append(" OR a=1");
    EXPECT_EQ(parsed(chain).substr(0, 30), "(Select * FROM T WHERE (Or (Eq");
}

}  // namespace
}  // namespace stator::protocol::partiql
