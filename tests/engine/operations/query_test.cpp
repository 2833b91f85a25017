// Query and Scan with a whole engine.
#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <vector>

#include "tests/support/database.hpp"

namespace stator::engine::operations {
namespace {

using protocol::operations::query::QueryRequest;
using testing::Attributes;
using testing::Database;
using testing::item;
using testing::number;
using testing::text;

// The sort keys ("sk", N or S) of a reply's items, in order, then "!" if a page follows.
std::string sort_keys(const std::string& reply) {
    std::string keys;
    const std::size_t last_key = reply.find("LastEvaluatedKey");
    const std::string items = reply.substr(0, last_key);
    constexpr std::string_view kMark = "\"sk\":{\"";
    for (std::size_t at = items.find(kMark); at != std::string::npos;
         at = items.find(kMark, at + 1)) {
        const std::size_t begin = items.find(":\"", at + kMark.size()) + 2;
        keys.append(items, begin, items.find('"', begin) - begin).append(" ");
    }
    if (last_key != std::string::npos) keys.append("!");
    if (reply.find("Exception") != std::string::npos) return reply;
    return keys;
}

class QueryTest : public ::testing::Test {
protected:
    void SetUp() override {
        database_.create_table("Num", "pk:S sk:N");
        for (const std::string sk : {"-10", "9", "10", "1e2", "0.5", "-1"})
            put("Num", "p", number(sk));
        put("Num", "other", number(3));
        database_.create_table("Str", "pk:S sk:S");
        for (const std::string sk : {"USA", "USA-TX", "USA-TX-Houston", "USB", "CA", "é"}) {
            put("Str", "p", text(sk));
        }
    }

    void put(
        const std::string& table, const std::string& pk, const protocol::values::AttributeValue& sk
    ) {
        const std::string reply =
            database_.run(testing::put(table, item({{"pk", text(pk)}, {"sk", sk}})));
        ASSERT_EQ(reply, "{}");
    }

    std::string query(
        const std::string& table,
        const std::string& condition,
        const Attributes& values = {},
        const std::function<void(QueryRequest&)>& adjust = {}
    ) {
        Attributes all = values;
        all.push_back({":p", text("p")});
        QueryRequest request = testing::query(table, "pk = :p" + condition, all);
        if (adjust) adjust(request);
        return sort_keys(database_.run(request));
    }

    Database database_;
};

TEST_F(QueryTest, OrdersNumbersByValueBothWays) {
    EXPECT_EQ(query("Num", ""), "-10 -1 0.5 9 10 100 ");
    EXPECT_EQ(
        query("Num", "", {}, [](QueryRequest& request) { request.forward = false; }),
        "100 10 9 0.5 -1 -10 "
    );
}

TEST_F(QueryTest, BoundsSortKeys) {
    const Attributes a = {{":a", number(9)}};
    const Attributes ab = {{":a", number(9)}, {":b", number(100)}};
    const std::vector<std::pair<std::string, std::string>> cases = {
        {" AND sk = :a", "9 "},
        {" AND sk < :a", "-10 -1 0.5 "},
        {" AND sk <= :a", "-10 -1 0.5 9 "},
        {" AND sk > :a", "10 100 "},
        {" AND sk >= :a", "9 10 100 "},
        {" AND :a < sk", "10 100 "},
    };
    for (const auto& [condition, expected] : cases) {
        EXPECT_EQ(query("Num", condition, a), expected) << condition;
    }
    EXPECT_EQ(query("Num", " AND sk BETWEEN :a AND :b", ab), "9 10 100 ");
}

TEST_F(QueryTest, BeginsWithIsABytePrefix) {
    EXPECT_EQ(
        query("Str", " AND begins_with(sk, :x)", {{":x", text("USA")}}),
        "USA USA-TX USA-TX-Houston "
    );
    EXPECT_EQ(query("Str", " AND begins_with(sk, :x)", {{":x", text("\xC3\xA9")}}), "é ");
}

TEST_F(QueryTest, PagesInBothDirections) {
    for (const std::string direction : {"true", "false"}) {
        std::string all;
        std::string start;
        for (int page = 0; page < 10; ++page) {
            const std::string reply = database_.run(
                "Query",
                R"({"TableName":"Num","KeyConditionExpression":"pk = :p",
                "ExpressionAttributeValues":{":p":{"S":"p"}},"Limit":2,"ScanIndexForward":)" +
                    direction + start + "}"
            );
            const std::string keys = sort_keys(reply);
            all.append(keys.substr(0, keys.find('!')));
            const std::size_t last = reply.find("\"LastEvaluatedKey\":");
            if (last == std::string::npos) break;
            start = ",\"ExclusiveStartKey\":" + reply.substr(last + 19, reply.size() - last - 20);
        }
        EXPECT_EQ(all, direction == "true" ? "-10 -1 0.5 9 10 100 " : "100 10 9 0.5 -1 -10 ");
    }
}

TEST_F(QueryTest, StartKeyMustFitTheQuery) {
    const auto with_start = [&](const std::string& pk,
                                int sk,
                                const std::string& condition = "",
                                const Attributes& values = {}) {
        return query("Num", condition, values, [&](QueryRequest& request) {
            request.options.start_key = item({{"pk", text(pk)}, {"sk", number(sk)}});
        });
    };
    EXPECT_EQ(with_start("p", 5), "9 10 100 ");
    EXPECT_EQ(
        with_start("other", 5),
        "ValidationException: The provided starting key is outside query boundaries based on "
        "provided conditions"
    );
    const Attributes nine = {{":a", number(9)}};
    EXPECT_EQ(
        with_start("p", 5, " AND sk > :a", nine),
        "ValidationException: The provided starting key does not match the range key "
        "predicate"
    );
    EXPECT_EQ(
        with_start("other", 10, " AND sk > :a", nine),
        "ValidationException: The query can return at most one row and cannot be restarted"
    );
}

TEST_F(QueryTest, ScanSeesEverythingOnceInAnyNumberOfSegments) {
    for (int i = 0; i < 200; ++i) put("Num", "k" + std::to_string(i), number(1));
    for (const int total : {1, 2, 7, 64}) {
        std::size_t count = 0;
        for (int segment = 0; segment < total; ++segment) {
            const std::string reply = database_.run(
                "Scan",
                "{\"TableName\":\"Num\",\"Segment\":" + std::to_string(segment) +
                    ",\"TotalSegments\":" + std::to_string(total) + "}"
            );
            const std::size_t at = reply.find("\"Count\":") + 8;
            count += std::stoul(reply.substr(at));
        }
        EXPECT_EQ(count, 207u) << total;
    }
}

TEST_F(QueryTest, ScanPagesMeetEveryItem) {
    for (int i = 0; i < 50; ++i) put("Str", "k" + std::to_string(i), text("x"));
    std::size_t count = 0;
    std::string start;
    for (int page = 0; page < 100; ++page) {
        const std::string reply =
            database_.run("Scan", R"({"TableName":"Str","Limit":3)" + start + "}");
        count += std::stoul(reply.substr(reply.find("\"Count\":") + 8));
        const std::size_t last = reply.find("\"LastEvaluatedKey\":");
        if (last == std::string::npos) break;
        start = ",\"ExclusiveStartKey\":" + reply.substr(last + 19, reply.size() - last - 20);
    }
    EXPECT_EQ(count, 56u);
}

TEST_F(QueryTest, SchemaErrors) {
    const auto conditions = [&](const std::string& condition, const Attributes& values) {
        return sort_keys(database_.run(testing::query("Num", condition, values)));
    };
    EXPECT_EQ(
        conditions("sk = :a", {{":a", number(1)}}),
        "ValidationException: Query condition missed key schema element: pk"
    );
    EXPECT_EQ(
        conditions("pk = :a AND z = :b", {{":a", text("p")}, {":b", text("q")}}),
        "ValidationException: Query condition missed key schema element: sk"
    );
    EXPECT_EQ(
        conditions("pk < :a", {{":a", text("p")}}),
        "ValidationException: Query key condition not supported"
    );
    EXPECT_EQ(
        conditions("pk = :a", {{":a", number(1)}}),
        "ValidationException: One or more parameter values were invalid: Condition parameter "
        "type does not match schema type"
    );
    EXPECT_EQ(
        query("Num", "", {}, [](QueryRequest& request) { request.options.index_name = "nope"; }),
        "ValidationException: The table does not have the specified index: nope"
    );
}

TEST(QueryIndexes, PathsMayNotReachIntoKeys) {
    Database database;
    database.create_table(
        "Tab",
        "pk:S",
        "x:S",
        R"("GlobalSecondaryIndexes":[{"IndexName":"gsi","KeySchema":[)"
        R"({"AttributeName":"x","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}])"
    );
    const std::string query = R"({"TableName":"Tab","KeyConditionExpression":"pk = :p",)"
                              R"("ExpressionAttributeValues":{":p":{"S":"a"}},)";
    const std::string scalars =
        "ValidationException: Key attributes must be scalars; list random access '[]' and map "
        "lookup '.' are not allowed: ";

    struct Case {
        std::string operation;
        std::string request;
        std::string key;
    };

    const std::vector<Case> cases = {
        {"Query", query + R"("ProjectionExpression":"a, pk.b"})", "Key: pk"},
        {"Query", query + R"("ProjectionExpression":"x[0]"})", "IndexKey: x"},
        {"Query", query + R"("FilterExpression":"x.b = a"})", "IndexKey: x"},
        {"Scan", R"({"TableName":"Tab","ProjectionExpression":"pk[1], a"})", "Key: pk"},
        {"Scan", R"({"TableName":"Tab","ProjectionExpression":"x.b"})", "IndexKey: x"},
        {"Scan", R"({"TableName":"Tab","FilterExpression":"x.b = a"})", "IndexKey: x"},
    };

    for (const Case& one : cases) {
        EXPECT_EQ(database.run(one.operation, one.request), scalars + one.key) << one.request;
    }
}

TEST(QueryIndexes, MultiAttributeKeysOrderAndBound) {
    Database database;
    database.create_table("Tab", "pk:S", "a:S b:N c:S sk:N", R"("GlobalSecondaryIndexes":[{
        "IndexName":"gsi","KeySchema":[{"AttributeName":"a","KeyType":"HASH"},
        {"AttributeName":"b","KeyType":"HASH"},{"AttributeName":"c","KeyType":"RANGE"},
        {"AttributeName":"sk","KeyType":"RANGE"}],"Projection":{"ProjectionType":"ALL"}}])");
    int id = 0;
    for (const std::string c : {"x", "xy", "y"}) {
        for (const std::string sk : {"2", "10", "-1"}) {
            ASSERT_EQ(
                database.run(testing::put(
                    "Tab",
                    item(
                        {{"pk", text(std::to_string(id++))},
                         {"a", text("h")},
                         {"b", number(1)},
                         {"c", text(c)},
                         {"sk", number(sk)}}
                    )
                )),
                "{}"
            );
        }
    }
    const auto query = [&](const std::string& more, const std::string& values) {
        return sort_keys(database.run(
            "Query",
            R"({"TableName":"Tab","IndexName":"gsi",
            "KeyConditionExpression":"a = :a AND b = :b)" +
                more + R"(","ExpressionAttributeValues":{":a":{"S":"h"},":b":{"N":"1.0"})" +
                values + "}}"
        ));
    };
    EXPECT_EQ(query("", ""), "-1 2 10 -1 2 10 -1 2 10 ");
    EXPECT_EQ(query(" AND c = :c AND sk > :s", R"(,":c":{"S":"x"},":s":{"N":"-1"})"), "2 10 ");
    EXPECT_EQ(query(" AND begins_with(c, :c)", R"(,":c":{"S":"x"})"), "-1 2 10 -1 2 10 ");
    EXPECT_EQ(
        query(" AND sk > :s", R"(,":s":{"N":"-1"})"),
        "ValidationException: RANGE key attributes c must have equality conditions specified "
        "in the query because a condition is present on key attribute sk"
    );
}

TEST(QueryIndexes, LocalIndexFetchesWhatItDoesNotHold) {
    Database database;
    database.create_table("Tab", "pk:S sk:N", "l:S", R"("LocalSecondaryIndexes":[{"IndexName":"lsi",
        "KeySchema":[{"AttributeName":"pk","KeyType":"HASH"},{"AttributeName":"l","KeyType":"RANGE"}],
        "Projection":{"ProjectionType":"KEYS_ONLY"}}])");
    database.run(testing::put(
        "Tab", item({{"pk", text("p")}, {"sk", number(1)}, {"l", text("b")}, {"d", text("data")}})
    ));
    database.run(testing::put("Tab", item({{"pk", text("p")}, {"sk", number(2)}, {"l", text("a")}}))
    );
    database.run(testing::put("Tab", item({{"pk", text("p")}, {"sk", number(3)}})));
    const auto query = [&](const std::string& more) {
        return database.run(
            "Query",
            R"({"TableName":"Tab","IndexName":"lsi","ConsistentRead":true,
            "KeyConditionExpression":"pk = :p","ExpressionAttributeValues":{":p":{"S":"p"}},
            "ReturnConsumedCapacity":"INDEXES")" +
                more + "}"
        );
    };
    EXPECT_EQ(
        query(""),
        R"({"Items":[{"l":{"S":"a"},"pk":{"S":"p"},"sk":{"N":"2"}},)"
        R"({"l":{"S":"b"},"pk":{"S":"p"},"sk":{"N":"1"}}],"Count":2,"ScannedCount":2,)"
        R"("ConsumedCapacity":{"TableName":"Tab","CapacityUnits":1.0,)"
        R"("Table":{"CapacityUnits":0.0},"LocalSecondaryIndexes":{"lsi":{"CapacityUnits":1.0}}}})"
    );
    const std::string fetched = query(R"(,"ProjectionExpression":"d")");
    EXPECT_NE(fetched.find(R"([{},{"d":{"S":"data"}}])"), std::string::npos) << fetched;
    EXPECT_NE(
        fetched.find(R"("CapacityUnits":3.0,"Table":{"CapacityUnits":2.0})"), std::string::npos
    ) << fetched;
}

TEST(QueryIndexes, BackfillsAnIndexAddedLater) {
    Database database;
    database.create_table("Tab", "pk:S");
    for (const std::string n : {"1", "2", "3"}) {
        database.run(testing::put("Tab", item({{"pk", text(n)}, {"g", text("x")}})));
    }
    database.run(testing::put("Tab", item({{"pk", text("wrong")}, {"g", number(1)}})));
    database.run("UpdateTable", R"({"TableName":"Tab","AttributeDefinitions":[
        {"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
        "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"gsi","KeySchema":[
        {"AttributeName":"g","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}}]})");
    const std::string reply = database.run("Scan", R"({"TableName":"Tab","IndexName":"gsi"})");
    EXPECT_NE(reply.find("\"Count\":3"), std::string::npos) << reply;
}

}  // namespace
}  // namespace stator::engine::operations
