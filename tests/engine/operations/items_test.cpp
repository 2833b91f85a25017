// GetItem, PutItem, UpdateItem and DeleteItem with a whole engine.
#include <gtest/gtest.h>

#include <filesystem>

#include <string>

#include "tests/support/database.hpp"

namespace stator::engine::operations {
namespace {

using testing::Database;
using testing::item;
using testing::number;
using testing::remove;
using testing::text;

constexpr std::string_view kInvalid = "ValidationException: One or more parameter values were ";

class ItemsTest : public ::testing::Test {
protected:
    void SetUp() override { database_.create_table("Tab", "pk:S sk:N"); }

    std::string get(std::string_view pk, std::string_view sk) {
        return database_.run(
            "GetItem",
            std::string(R"({"TableName":"Tab","Key":{"pk":{"S":")")
                .append(pk)
                .append(R"("},"sk":{"N":")")
                .append(sk)
                .append(R"("}}})")
        );
    }

    Database database_;
};

TEST_F(ItemsTest, PutReplacesTheWholeItem) {
    EXPECT_EQ(
        database_.run(testing::put(
            "Tab",
            item({{"pk", text("a")}, {"sk", number(1)}, {"x", text("old")}, {"y", number(1)}})
        )),
        "{}"
    );
    EXPECT_EQ(
        database_.run("PutItem", R"({"TableName":"Tab","ReturnValues":"ALL_OLD",
        "Item":{"pk":{"S":"a"},"sk":{"N":"1.0"},"x":{"S":"new"}}})"),
        R"({"Attributes":{"pk":{"S":"a"},"sk":{"N":"1"},"x":{"S":"old"},"y":{"N":"1"}}})"
    );
    EXPECT_EQ(get("a", "1e0"), R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"},"x":{"S":"new"}}})");
}

TEST_F(ItemsTest, MissingItemIsAnEmptyObject) {
    EXPECT_EQ(get("nobody", "1"), "{}");
}

TEST_F(ItemsTest, ChecksKeysAgainstTheSchema) {
    EXPECT_EQ(
        database_.run(testing::put("Tab", item({{"pk", text("a")}}))),
        std::string(kInvalid) + "invalid: Missing the key sk in the item"
    );
    EXPECT_EQ(
        database_.run(testing::put("Tab", item({{"pk", number(1)}, {"sk", number(1)}}))),
        std::string(kInvalid) + "invalid: Type mismatch for key pk expected: S actual: N"
    );
    EXPECT_EQ(
        database_.run(testing::get("Tab", item({{"pk", text("a")}}))),
        "ValidationException: The provided key element does not match the schema"
    );
    EXPECT_EQ(
        get("", "1"),
        "ValidationException: One or more parameter values are not valid. The AttributeValue "
        "for a key attribute cannot contain an empty string value. Key: pk"
    );
    EXPECT_EQ(
        database_.run(testing::get("Nope", item({{"pk", text("a")}}))),
        "ResourceNotFoundException: Requested resource not found"
    );
}

TEST_F(ItemsTest, ConditionsGuardWrites) {
    const auto put = [&](std::string_view condition) {
        return database_.run(
            "PutItem",
            std::string(R"({"TableName":"Tab","Item":{"pk":{"S":"a"},
            "sk":{"N":"1"}},"ReturnValuesOnConditionCheckFailure":"ALL_OLD",
            "ConditionExpression":")")
                .append(condition)
                .append("\"}")
        );
    };
    EXPECT_EQ(put("attribute_not_exists(pk)"), "{}");
    EXPECT_EQ(
        put("attribute_not_exists(pk)"),
        "ConditionalCheckFailedException: The conditional request failed"
    );
    EXPECT_EQ(put("attribute_exists(pk)"), "{}");
}

TEST_F(ItemsTest, UpdateCreatesChangesAndReports) {
    const auto update = [&](std::string_view expression, std::string_view returned) {
        return database_.run(
            "UpdateItem",
            std::string(R"({"TableName":"Tab",
            "Key":{"pk":{"S":"a"},"sk":{"N":"1"}},"ExpressionAttributeValues":{":n":{"N":"5"}},
            "ReturnValues":")")
                .append(returned)
                .append(R"(","UpdateExpression":")")
                .append(expression)
                .append("\"}")
        );
    };
    EXPECT_EQ(
        update("ADD n :n", "ALL_NEW"),
        R"({"Attributes":{"n":{"N":"5"},"pk":{"S":"a"},"sk":{"N":"1"}}})"
    );
    EXPECT_EQ(update("SET n = n + :n", "UPDATED_NEW"), R"({"Attributes":{"n":{"N":"10"}}})");
    EXPECT_EQ(update("SET n = :n", "UPDATED_OLD"), R"({"Attributes":{"n":{"N":"10"}}})");
    EXPECT_EQ(
        update("SET pk = :n", "NONE"),
        std::string(kInvalid) +
            "invalid: Cannot update attribute pk. This attribute is part of the key"
    );
}

TEST_F(ItemsTest, UpdateWithOnlyRemoveCreatesNothing) {
    EXPECT_EQ(
        database_.run(
            testing::update("Tab", item({{"pk", text("a")}, {"sk", number(1)}}), "REMOVE x")
        ),
        "{}"
    );
    EXPECT_EQ(get("a", "1"), "{}");
    EXPECT_EQ(
        database_.run("UpdateItem", R"({"TableName":"Tab","Key":{"pk":{"S":"a"},"sk":{"N":"1"}}})"),
        "{}"
    );
    EXPECT_EQ(get("a", "1"), R"({"Item":{"pk":{"S":"a"},"sk":{"N":"1"}}})");
}

TEST_F(ItemsTest, DeleteReturnsTheOldItem) {
    database_.run(testing::put("Tab", item({{"pk", text("a")}, {"sk", number(1)}})));
    const std::string request = R"({"TableName":"Tab","ReturnValues":"ALL_OLD",
        "Key":{"pk":{"S":"a"},"sk":{"N":"1"}}})";
    EXPECT_EQ(
        database_.run("DeleteItem", request), R"({"Attributes":{"pk":{"S":"a"},"sk":{"N":"1"}}})"
    );
    EXPECT_EQ(database_.run("DeleteItem", request), "{}");
}

TEST_F(ItemsTest, LimitsItemsTo400Kilobytes) {
    const auto put = [&](std::size_t bytes) {
        return database_.run(
            "PutItem",
            R"({"TableName":"Tab","Item":{"pk":{"S":"a"},"sk":{"N":"1"},"d":{"S":")" +
                std::string(bytes, 'x') + "\"}}}"
        );
    };
    // Everything except the text takes 8 bytes: pk + 1, sk + 2, d.
    EXPECT_EQ(put(409'600 - 8), "{}");
    EXPECT_EQ(
        put(409'600 - 7), "ValidationException: Item size has exceeded the maximum allowed size"
    );
}

TEST(ItemsWithIndexes, ChargeEveryIndexArm) {
    Database database;
    database.create_table("Tab", "pk:S", "g:S", R"("GlobalSecondaryIndexes":[{"IndexName":"gsi",
        "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"KEYS_ONLY"}}])");
    const auto update = [&](std::string_view expression, std::string_view values) {
        return database.run(
            "UpdateItem",
            std::string(R"({"TableName":"Tab","Key":{"pk":{"S":"a"}},
            "ReturnConsumedCapacity":"INDEXES","UpdateExpression":")")
                .append(expression)
                .append("\"")
                .append(values)
                .append("}")
        );
    };
    const std::string both =
        R"({"ConsumedCapacity":{"TableName":"Tab","CapacityUnits":2.0,"Table":{"CapacityUnits":1.0},)"
        R"("GlobalSecondaryIndexes":{"gsi":{"CapacityUnits":1.0}}}})";
    const std::string table_only =
        R"({"ConsumedCapacity":{"TableName":"Tab","CapacityUnits":1.0,"Table":{"CapacityUnits":1.0}}})";
    const std::string moved =
        R"({"ConsumedCapacity":{"TableName":"Tab","CapacityUnits":3.0,"Table":{"CapacityUnits":1.0},)"
        R"("GlobalSecondaryIndexes":{"gsi":{"CapacityUnits":2.0}}}})";
    EXPECT_EQ(update("SET g = :v", R"(,"ExpressionAttributeValues":{":v":{"S":"x"}})"), both);
    EXPECT_EQ(update("SET o = :v", R"(,"ExpressionAttributeValues":{":v":{"S":"x"}})"), table_only);
    EXPECT_EQ(update("SET g = :v", R"(,"ExpressionAttributeValues":{":v":{"S":"y"}})"), moved);
    EXPECT_EQ(update("REMOVE g", ""), both);
}

TEST(ItemsWithIndexes, RefuseWrongIndexKeys) {
    Database database;
    database.create_table("Tab", "pk:S", "g:S", R"("GlobalSecondaryIndexes":[{"IndexName":"gsi",
        "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
        "Projection":{"ProjectionType":"ALL"}}])");
    EXPECT_EQ(
        database.run(testing::put("Tab", item({{"pk", text("a")}, {"g", number(1)}}))),
        std::string(kInvalid) +
            "invalid: Type mismatch for Index Key g Expected: S Actual: N IndexName: gsi"
    );
    EXPECT_EQ(
        database.run(testing::put("Tab", item({{"pk", text("a")}, {"g", text("")}}))),
        "ValidationException: One or more parameter values are not valid. A value specified "
        "for a secondary index key is not supported. The AttributeValue for a key attribute "
        "cannot contain an empty string value. IndexName: gsi, IndexKey: g"
    );
}

TEST(ItemsPersisted, SurviveARestart) {
    const std::string directory = ::testing::TempDir() + "stator-items-persisted";
    std::filesystem::remove_all(directory);
    const std::string query =
        R"({"TableName":"Tab","IndexName":"gsi","KeyConditionExpression":"g = :g",
        "ExpressionAttributeValues":{":g":{"S":"x"}}})";
    std::string before;
    {
        Database database({}, directory);
        database.create_table("Tab", "pk:S", "g:S", R"("GlobalSecondaryIndexes":[{"IndexName":"gsi",
            "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
            "Projection":{"ProjectionType":"ALL"}}])");
        for (const std::string pk : {"a", "b", "c", "d"}) {
            database.run(
                testing::put("Tab", item({{"pk", text(pk)}, {"g", text("x")}, {"n", number(1)}}))
            );
        }
        database.run(remove("Tab", item({{"pk", text("b")}})));
        database.run(testing::update("Tab", item({{"pk", text("c")}}), "REMOVE g"));
        before = database.run("Query", query);
        EXPECT_NE(before.find("\"Count\":2"), std::string::npos) << before;
        EXPECT_TRUE(database.close());
    }
    Database database({}, directory);
    EXPECT_EQ(database.run("Query", query), before);
    EXPECT_EQ(database.run(testing::get("Tab", item({{"pk", text("b")}}))), "{}");
    EXPECT_EQ(database.run(testing::put("Tab", item({{"pk", text("b")}}))), "{}");
}

}  // namespace
}  // namespace stator::engine::operations
