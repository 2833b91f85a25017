#include "protocol/values/table_terms.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace stator::protocol::values {
namespace {

// Every text is read and written again; others are unknown.
template <class Enum>
void expect_texts(
    const std::vector<std::string>& texts,
    std::optional<Enum> (*read)(std::string_view),
    std::string_view (*write)(Enum)
) {
    for (const std::string& text : texts) {
        const auto value = read(text);
        ASSERT_TRUE(value) << text;
        EXPECT_EQ(write(*value), text);
        EXPECT_FALSE(read(text + "X"));
        EXPECT_FALSE(read(text.substr(1)));
    }
    EXPECT_FALSE(read(""));
    EXPECT_FALSE(read("active"));
}

TEST(TableTerms, AreReadAsTheyAreWritten) {
    const std::vector<std::string> states = {"CREATING", "ACTIVE", "UPDATING", "DELETING"};
    expect_texts<TableStatus>(states, table_status_from, status_text);
    expect_texts<IndexStatus>(states, index_status_from, status_text);
    expect_texts<ProjectionType>({"ALL", "KEYS_ONLY", "INCLUDE"}, projection_from, projection_text);
    expect_texts<BillingMode>({"PROVISIONED", "PAY_PER_REQUEST"}, billing_from, billing_text);
    expect_texts<StreamViewType>(
        {"NEW_IMAGE", "OLD_IMAGE", "NEW_AND_OLD_IMAGES", "KEYS_ONLY"},
        view_type_from,
        view_type_text
    );
    expect_texts<TableClass>(
        {"STANDARD", "STANDARD_INFREQUENT_ACCESS"}, table_class_from, table_class_text
    );
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
