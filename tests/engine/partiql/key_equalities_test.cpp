#include "engine/partiql/key_equalities.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/engine/partiql/where_clause.hpp"
#include "tests/engine/schema/written_schema.hpp"
#include "tests/support/expression_support.hpp"

namespace stator::engine::partiql {
namespace {

const schema::TableSchema kSchema = schema::written_schema("pk:S sk:N");

// The key, then "other" if other terms exist, and the attribute with contradicting values.
std::string found(const std::string& where, bool accept_in = false) {
    const auto clause = where_clause(where);
    const KeyEqualities keys = find_key_equalities(kSchema, &clause, accept_in);
    std::string text = tests::item_text(keys.key_image(kSchema).get());
    if (keys.has_other_terms) text.append(" other");
    if (!keys.contradicted.empty()) text.append(" contradicts ").append(keys.contradicted);
    return text;
}

TEST(KeyEqualities, AreFoundAmongTermsThatMustHold) {
    const std::string whole = "{'pk':{'S':'a'},'sk':{'N':'1'}}";
    EXPECT_EQ(found("pk = 'a' AND sk = 1"), whole);
    EXPECT_EQ(found("1 = sk AND ('a' = pk AND x = 2)"), whole + " other");
    EXPECT_EQ(found("pk = 'a' AND (sk = 1 OR sk = 2)"), "{'pk':{'S':'a'}} other");
    EXPECT_EQ(found("pk = 'a' AND sk > 1"), "{'pk':{'S':'a'}} other");
    EXPECT_EQ(found("NOT pk = 'a'"), "{} other");
}

TEST(KeyEqualities, MayBeRepeatedButNotContradicted) {
    EXPECT_EQ(found("pk = 'a' AND pk = 'a'"), "{'pk':{'S':'a'}}");
    EXPECT_EQ(
        found("pk = 'a' AND sk = 1 AND sk = 2 AND pk = 'b'"),
        "{'pk':{'S':'a'},'sk':{'N':'1'}} other contradicts sk"
    );
    EXPECT_EQ(found("sk = 1 AND sk = 1.0"), "{'sk':{'N':'1'}}");
}

TEST(KeyEqualities, MayBeASingleMemberOfInIfAccepted) {
    EXPECT_EQ(found("pk IN ['a']"), "{} other");
    EXPECT_EQ(found("pk IN ['a']", true), "{'pk':{'S':'a'}}");
    EXPECT_EQ(found("pk IN ['a', 'b']", true), "{} other");
}

TEST(KeyEqualities, AreCompleteWithEveryKeyOfTheSchema) {
    const auto hash_only = where_clause("pk = 'a'");
    const KeyEqualities keys = find_key_equalities(kSchema, &hash_only, false);
    EXPECT_FALSE(keys.is_complete(kSchema));
    EXPECT_TRUE(keys.is_complete(schema::written_schema("pk:S")));
    const KeyEqualities none = find_key_equalities(kSchema, nullptr, false);
    EXPECT_FALSE(none.is_complete(schema::written_schema("pk:S")));
    EXPECT_FALSE(none.has_other_terms);
}

}  // namespace
}  // namespace stator::engine::partiql
