#include "emulator/access/authorization/mentioned.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::access::authorization {
namespace {

std::string joined(const Texts& texts) {
    std::string text;
    for (const std::string& one : texts) text += (text.empty() ? "" : " ") + one;
    return text;
}

std::string attributes(std::string_view expression, bool is_update = false) {
    const auto names = protocol::wire::JsonDocument::parse(R"({"#a":"first","#b":"second"})");
    Texts found;
    add_attributes(found, Expression{expression, names->root(), is_update});
    return joined(found);
}

TEST(Mentioned, TopLevelAttributesOfExpressions) {
    EXPECT_EQ(attributes("a, b.c, d[3].e, #a.#b"), "a b d first");
    EXPECT_EQ(attributes("a = :a AND NOT (b IN (:b, c)) or size(d) > :d"), "a b c d");
    EXPECT_EQ(attributes("attribute_exists(a.b) AND x BETWEEN :y AND z"), "a x z");
    EXPECT_EQ(attributes("begins_with (a, :p) And #a <> :q"), "a first");
    EXPECT_EQ(attributes(""), "");
    EXPECT_EQ(attributes("a = "), "a");
}

TEST(Mentioned, TopLevelAttributesOfUpdates) {
    const auto of_update = [](std::string_view text) { return attributes(text, true); };
    EXPECT_EQ(
        of_update("SET a = if_not_exists(b.c, :x) + :y, #a = :z REMOVE d[1], e"), "a b first d e"
    );
    EXPECT_EQ(of_update("ADD n :one DELETE s :two"), "n s");
    EXPECT_EQ(of_update("remove remove"), "remove");
    EXPECT_EQ(of_update("SET a = remove REMOVE b"), "a remove b");
    EXPECT_EQ(attributes("remove, b"), "remove b");
}

std::string held(const std::string& statement, const std::string& attribute = "pk") {
    const auto read = protocol::partiql::read_statement(statement, {});
    if (read.has_error()) return "error: " + read.error().message;
    const auto values = held_values(*read, attribute);
    return values ? joined(*values) : "any";
}

TEST(Mentioned, ValuesThatAStatementHoldsAnAttributeTo) {
    EXPECT_EQ(held("SELECT * FROM T WHERE pk = 'a'"), "a");
    EXPECT_EQ(held("SELECT * FROM T WHERE 'a' = pk AND x > 1"), "a");
    EXPECT_EQ(held("SELECT * FROM T WHERE x > 1 AND pk IN ['a', 'b']"), "a b");
    EXPECT_EQ(held("SELECT * FROM T WHERE pk = 'a' OR pk = 'b'"), "a b");
    EXPECT_EQ(held("SELECT * FROM T WHERE pk = 'a' OR x = 'b'"), "any");
    EXPECT_EQ(held("SELECT * FROM T WHERE pk > 'a'"), "any");
    EXPECT_EQ(held("SELECT * FROM T WHERE NOT pk = 'a'"), "any");
    EXPECT_EQ(held("SELECT * FROM T"), "any");
    EXPECT_EQ(held("INSERT INTO T VALUE {'pk':'a'}"), "a");
    EXPECT_EQ(held("SELECT * FROM T WHERE pk = 10.50"), "10.5");
}

TEST(Mentioned, AttributesOfStatements) {
    const auto mentioned = [](const std::string& statement) {
        const auto read = protocol::partiql::read_statement(statement, {});
        if (read.has_error()) return "error: " + read.error().message;
        Texts found;
        add_attributes(found, *read);
        return joined(found);
    };
    EXPECT_EQ(mentioned("SELECT a, b.c FROM T WHERE pk = 'x' AND d[0] > 1"), "a b pk d");
    EXPECT_EQ(mentioned("INSERT INTO T VALUE {'pk':'x','v':1}"), "pk v");
    EXPECT_EQ(mentioned("UPDATE T SET v = w + 1 REMOVE z WHERE pk = 'x'"), "pk v w z");
}

TEST(Mentioned, KeysAsPoliciesCompareThem) {
    const auto text = [](const char* json) {
        const auto document = protocol::wire::JsonDocument::parse(json);
        return key_text(document->root()).value_or("none");
    };
    EXPECT_EQ(text(R"({"S":"a b"})"), "a b");
    EXPECT_EQ(text(R"({"N":"1.500e1"})"), "15");
    EXPECT_EQ(text(R"({"N":"x"})"), "none");
    EXPECT_EQ(text(R"({"B":"AAE="})"), "AAE=");
    EXPECT_EQ(text(R"({"BOOL":true})"), "none");
}

}  // namespace
}  // namespace stator::emulator::access::authorization
