#include "protocol/values/table_terms.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

namespace stator::protocol::values {
namespace {

// Each text is read and written again; other texts are unknown.
template <HasTexts Enum>
void expect_texts(const std::vector<std::string>& texts) {
    for (const std::string& text : texts) {
        const auto value = term_from<Enum>(text);
        ASSERT_TRUE(value) << text;
        EXPECT_EQ(text_of(*value), text);
        EXPECT_FALSE(term_from<Enum>(text + "X"));
        EXPECT_FALSE(term_from<Enum>(text.substr(1)));
    }
    EXPECT_FALSE(term_from<Enum>(""));
    EXPECT_FALSE(term_from<Enum>("active"));
}

TEST(TableTerms, AreReadAsTheyAreWritten) {
    expect_texts<TableStatus>({"CREATING", "ACTIVE", "UPDATING", "DELETING"});
    expect_texts<IndexStatus>({"CREATING", "ACTIVE", "UPDATING", "DELETING"});
    expect_texts<ProjectionType>({"ALL", "KEYS_ONLY", "INCLUDE"});
    expect_texts<BillingMode>({"PROVISIONED", "PAY_PER_REQUEST"});
    expect_texts<StreamViewType>({"NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"});
    expect_texts<TableClass>({"STANDARD", "STANDARD_INFREQUENT_ACCESS"});
}

TEST(TableTerms, HaveTheTextsOfTheirEnumerators) {
    EXPECT_EQ(text_of(TableStatus::Deleting), "DELETING");
    EXPECT_EQ(text_of(ProjectionType::KeysOnly), "KEYS_ONLY");
    EXPECT_EQ(text_of(StreamViewType::OldImage), "OLD_IMAGE");
    EXPECT_EQ(text_of(KeyType::Range), "RANGE");
}

TEST(KeySchema, KnowsItsNamesExactly) {
    const KeySchema schema = {{"pk", KeyType::Hash}, {"sk", KeyType::Range}};
    EXPECT_TRUE(has_key(schema, "pk"));
    EXPECT_TRUE(has_key(schema, "sk"));
    EXPECT_FALSE(has_key(schema, "PK"));
    EXPECT_FALSE(has_key({}, "pk"));
}

TEST(Definitions, AreFoundByName) {
    const std::vector<AttributeDefinition> definitions = {
        {"a", AttributeType::String}, {"b", AttributeType::Number}};
    ASSERT_NE(find_definition(definitions, "b"), nullptr);
    EXPECT_EQ(find_definition(definitions, "b")->type, AttributeType::Number);
    EXPECT_EQ(find_definition(definitions, "c"), nullptr);
}

}  // namespace
}  // namespace stator::protocol::values
