#include "conformance/format/table_definition.hpp"

#include <gtest/gtest.h>

#include "conformance/format/directive.hpp"

namespace stator::conformance {
namespace {

std::string request(std::string_view definition) {
    try {
        return create_table_request(parse_json(definition));
    } catch (const CaseError& error) {
        return error.what();
    }
}

TEST(TableDefinition, WritesKeys) {
    EXPECT_EQ(
        request(R"({"keys": "pk:S"})"),
        R"({"BillingMode":"PAY_PER_REQUEST",)"
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}]})"
    );
    EXPECT_EQ(
        request(R"({"keys": "pk:B  a:b:N", "BillingMode": "X"})"),
        R"({"BillingMode":"X",)"
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"B"},)"
        R"({"AttributeName":"a:b","AttributeType":"N"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"
        R"({"AttributeName":"a:b","KeyType":"RANGE"}]})"
    );
}

TEST(TableDefinition, WritesGlobalIndexes) {
    EXPECT_EQ(
        request(R"j({"keys": "pk:S", "indexes": "g(a:S, pk:S) ALL; h(a:S+b:N)"})j"),
        R"({"BillingMode":"PAY_PER_REQUEST",)"
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
        R"({"AttributeName":"a","AttributeType":"S"},{"AttributeName":"b","AttributeType":"N"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"g",)"
        R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"},)"
        R"({"AttributeName":"pk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}},)"
        R"({"IndexName":"h","KeySchema":[{"AttributeName":"a","KeyType":"HASH"},)"
        R"({"AttributeName":"b","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}]})"
    );
}

TEST(TableDefinition, WritesLocalIndexesWithTheTablesPartitionKey) {
    EXPECT_EQ(
        request(R"({"indexes": "local l(c:S) INCLUDE x y", "keys": "pk:S"})"),
        R"({"BillingMode":"PAY_PER_REQUEST",)"
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
        R"({"AttributeName":"c","AttributeType":"S"}],)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
        R"("LocalSecondaryIndexes":[{"IndexName":"l",)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},)"
        R"({"AttributeName":"c","KeyType":"RANGE"}],)"
        R"("Projection":{"ProjectionType":"INCLUDE","NonKeyAttributes":["x","y"]}}]})"
    );
}

TEST(TableDefinition, ProvisionsIndexesLikeTheTable) {
    const std::string text = request(
        R"({"keys": "pk:S", "indexes": "g(a:S) KEYS_ONLY",
            "ProvisionedThroughput": {"ReadCapacityUnits": 2, "WriteCapacityUnits": 3}})"
    );
    EXPECT_EQ(text.find("BillingMode"), std::string::npos);
    EXPECT_NE(
        text.find(R"("Projection":{"ProjectionType":"KEYS_ONLY"},)"
                  R"("ProvisionedThroughput":{"ReadCapacityUnits":2,"WriteCapacityUnits":3})"),
        std::string::npos
    );
}

TEST(TableDefinition, KeepsLongForms) {
    EXPECT_EQ(
        request(R"({"KeySchema": [], "BillingMode": "PROVISIONED"})"),
        R"({"KeySchema":[],"BillingMode":"PROVISIONED"})"
    );
}

TEST(TableDefinition, ReportsInvalidDefinitions) {
    const struct {
        const char* definition;
        const char* error;
    } cases[] = {
        {"[]", "a table must be an object"},
        {R"({"key": "pk:S"})", "a table has no member 'key'"},
        {R"({"keys": 5})", "'keys' must be text"},
        {R"({"keys": "pk"})", "'pk' is not NAME:S, NAME:N or NAME:B"},
        {R"({"keys": "pk:X"})", "'pk:X' is not NAME:S, NAME:N or NAME:B"},
        {R"({"keys": ""})", "'' is not a key of one or two parts"},
        {R"({"keys": "a:S b:S c:S"})", "'a:S b:S c:S' is not a key of one or two parts"},
        {R"({"keys": "a:S", "indexes": "g"})", "'g' is not an index NAME(KEY) PROJECTION"},
        {R"({"keys": "a:S", "indexes": "g(b:S) SOME"})",
         "'g(b:S) SOME' does not end in ALL, KEYS_ONLY or INCLUDE …"},
        {R"j({"keys": "a:S", "indexes": "local g(a:S,b:S)"})j",
         "'local g(a:S,b:S)': a local index names its sort key alone"},
        {R"j({"indexes": "local g(b:S)"})j", "a local index in short form needs 'keys'"},
    };

    for (const auto& one : cases) EXPECT_EQ(request(one.definition), one.error);
}

}  // namespace
}  // namespace stator::conformance
