#include "emulator/journal/request_facts.hpp"

#include <gtest/gtest.h>

#include "protocol/wire/json.hpp"

namespace stator::emulator::journal {
namespace {

using protocol::wire::JsonDocument;

engine::faults::RequestFacts facts_of(std::string_view operation, const std::string& json) {
    const auto document = JsonDocument::parse(json);
    EXPECT_TRUE(document.has_value()) << json;
    return read_request_facts(operation, {"u1", "eu-west-2"}, document->root());
}

// "tables | indexes | table.attribute=value …".
std::string text_of(const engine::faults::RequestFacts& facts) {
    std::string text;
    for (const std::string& table : facts.tables) text.append(table).append(" ");
    text.append("|");
    for (const std::string& index : facts.indexes) text.append(" ").append(index);
    text.append(" |");
    for (const engine::faults::KeyFact& key : facts.keys) {
        text.append(" ").append(key.table).append(".").append(key.attribute);
        text.append("=").append(key.value);
    }
    return text;
}

struct FactsCase {
    std::string_view operation;
    std::string json;
    std::string expected;
};

TEST(RequestFacts, ReadsTablesIndexesAndKeys) {
    const FactsCase cases[] = {
        {"PutItem",
         R"({"TableName":"Music","Item":{"pk":{"S":"a"},"n":{"N":"1.50"},"b":{"B":"AQI="},
             "l":{"L":[{"S":"x"}]}}})",
         "Music | | Music.pk=a Music.n=1.50 Music.b=AQI="},
        {"GetItem",
         R"({"TableName":"arn:aws:dynamodb:eu-west-2:123456789012:table/Music",
             "Key":{"pk":{"S":"a"}}})",
         "Music | | Music.pk=a"},
        {"Query",
         R"({"TableName":"T","IndexName":"ByYear","KeyConditionExpression":"pk = :p",
             "ExpressionAttributeValues":{":p":{"S":"user#1"},":m":{"M":{}}},
             "ExclusiveStartKey":{"pk":{"S":"zzz"}}})",
         "T | ByYear | T.=user#1"},
        {"Query",
         R"({"TableName":"T","KeyConditions":{"pk":{"ComparisonOperator":"EQ",
             "AttributeValueList":[{"S":"a"}]}}})",
         "T | | T.pk=a"},
        {"Scan",
         R"({"TableName":"T","FilterExpression":"a = :v",
             "ExpressionAttributeValues":{":v":{"S":"x"}}})",
         "T | |"},
        {"BatchGetItem",
         R"({"RequestItems":{"A":{"Keys":[{"pk":{"S":"1"}},{"pk":{"S":"2"}}]},
             "B":{"Keys":[{"k":{"N":"3"}}]}}})",
         "A B | | A.pk=1 A.pk=2 B.k=3"},
        {"BatchWriteItem",
         R"({"RequestItems":{"A":[{"PutRequest":{"Item":{"pk":{"S":"1"}}}},
             {"DeleteRequest":{"Key":{"pk":{"S":"2"}}}}]}})",
         "A | | A.pk=1 A.pk=2"},
        {"TransactWriteItems",
         R"({"TransactItems":[{"Put":{"TableName":"A","Item":{"p":{"S":"1"}}}},
             {"Update":{"TableName":"B","Key":{"p":{"S":"2"}}}},
             {"Delete":{"TableName":"A","Key":{"p":{"S":"3"}}}},
             {"ConditionCheck":{"TableName":"C","Key":{"p":{"S":"4"}}}}]})",
         "A B C | | A.p=1 B.p=2 A.p=3 C.p=4"},
        {"TransactGetItems",
         R"({"TransactItems":[{"Get":{"TableName":"A","Key":{"p":{"S":"1"}}}}]})",
         "A | | A.p=1"},
        {"DescribeStream",
         R"({"StreamArn":"arn:aws:dynamodb:us-east-1:1:table/T/stream/2026-10-01T00:00:00.000"})",
         "T | |"},
        {"TagResource", R"({"ResourceArn":"arn:aws:dynamodb:us-east-1:1:table/T"})", "T | |"},
        {"GetItem", R"({"TableName":"arn:aws:s3:::bucket"})", "| |"},
        {"ListTables", "{}", "| |"},
    };
    for (const FactsCase& each : cases) {
        EXPECT_EQ(text_of(facts_of(each.operation, each.json)), each.expected) << each.json;
    }
}

TEST(RequestFacts, ReadsStatements) {
    const FactsCase cases[] = {
        {"ExecuteStatement",
         R"({"Statement":"SELECT a FROM \"My.Table\".\"ByYear\" WHERE pk = 'user#1' AND n > 5"})",
         "My.Table | ByYear | My.Table.=user#1 My.Table.=5"},
        {"ExecuteStatement",
         R"({"Statement":"select \"from\" from T where pk = ?",
            "Parameters":[{"S":"user#2"}]})",
         "T | | T.=user#2"},
        {"ExecuteStatement", R"({"Statement":"INSERT INTO T VALUE {'pk':'v'}"})", "T | | T.=v"},
        {"ExecuteStatement",
         R"({"Statement":"UPDATE \"T\" SET a=1 WHERE pk='v'"})",
         "T | | T.=1 T.=v"},
        {"ExecuteStatement", R"({"Statement":"DELETE FROM T WHERE pk='v'"})", "T | | T.=v"},
        {"BatchExecuteStatement",
         R"({"Statements":[{"Statement":"SELECT * FROM A WHERE pk='1'"},
             {"Statement":"SELECT * FROM B WHERE pk='2'"}]})",
         "A B | | A.=1 B.=2"},
        {"ExecuteTransaction",
         R"j({"TransactStatements":[{"Statement":"EXISTS(SELECT * FROM A WHERE pk='1')"}]})j",
         "A | | A.=1"},
        {"ExecuteStatement", R"({"Statement":"SELECT * FROM 'unclosed"})", "| |"},
        {"ExecuteStatement", R"({"Statement":"SELECT * FROM"})", "| |"},
        {"ExecuteStatement", R"({"Statement":""})", "| |"},
    };

    for (const FactsCase& each : cases) {
        EXPECT_EQ(text_of(facts_of(each.operation, each.json)), each.expected) << each.json;
    }
}

TEST(RequestFacts, HasOperationAndUniverse) {
    const auto facts = facts_of("PutItem", "{}");
    EXPECT_EQ(facts.operation, "PutItem");
    EXPECT_EQ(facts.universe, "u1");
}

TEST(RequestFacts, LeavesOutValuesThatAreTooLongForAKey) {
    const std::string longest(2'732, 'x');
    const auto facts = facts_of(
        "PutItem",
        R"({"TableName":"T","Item":{"a":{"S":")" + longest + R"("},"b":{"S":"y)" + longest +
            R"("}}})"
    );
    EXPECT_EQ(text_of(facts), "T | | T.a=" + longest);
}

// Every member that is read, with a value of every type.
TEST(RequestFacts, IgnoresInvalidMembers) {
    const std::string values[] = {
        "null",
        "true",
        "7",
        "1.5",
        R"("text")",
        "[]",
        "{}",
        R"([null,1,"x",[],{}])",
        R"({"a":null,"b":1,"c":"x","d":[1],"e":{"S":1},"f":{"Keys":7},"TableName":[]})",
        R"([{"Put":1},{"Get":{"TableName":1,"Key":[]}},{"PutRequest":[]},
            {"PutRequest":{"Item":3}},{"DeleteRequest":{"Key":"x"}},{"Statement":9}])"};
    const std::string members[] = {
        "TableName",
        "StreamArn",
        "ResourceArn",
        "IndexName",
        "Key",
        "Item",
        "RequestItems",
        "TransactItems",
        "Statement",
        "Statements",
        "TransactStatements",
        "Parameters",
        "ExpressionAttributeValues",
        "KeyConditions"};
    for (const std::string& value : values) {
        for (const std::string& member : members) {
            for (const std::string_view operation : {"Query", "ExecuteStatement"}) {
                std::string body = "{\"" + member + "\":" + value + "}";
                EXPECT_NO_THROW(facts_of(operation, body)) << body;
            }
        }
        EXPECT_EQ(facts_of("PutItem", value).keys.size(), 0U) << value;
    }
}

}  // namespace
}  // namespace stator::emulator::journal
