#include "emulator/access/least_policy/conditions.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/access/least_policy/recorded.hpp"

namespace stator::emulator::access::least_policy {
namespace {

std::string put(const std::string& pk, const std::string& more = "") {
    return R"({"TableName":"Music","Item":{"pk":{"S":")" + pk + "\"}" + more + "}}";
}

const std::string kProjection = R"(,"ProjectionExpression":"pk, title")";

TEST(Conditions, HoldAUserToItsOwnItems) {
    Recorded recorded;
    recorded.know_keys();
    recorded.record("GetItem", get("alice"));
    recorded.record("PutItem", put("alice", R"(,"title":{"S":"x"})"));
    EXPECT_EQ(
        recorded.held_statements(),
        R"({"Sid":"ReadMusic","Effect":"Allow","Action":["dynamodb:GetItem"],"Resource":)"
        R"(["arn:aws:dynamodb:us-east-1:123456789012:table/Music"],"Condition":)"
        R"({"ForAllValues:StringEquals":{"dynamodb:LeadingKeys":["${aws:username}"]}}},)"
        R"({"Sid":"WriteMusic","Effect":"Allow","Action":["dynamodb:PutItem"],"Resource":)"
        R"(["arn:aws:dynamodb:us-east-1:123456789012:table/Music"],"Condition":)"
        R"({"ForAllValues:StringEquals":{"dynamodb:Attributes":["pk","title"],)"
        R"("dynamodb:LeadingKeys":["${aws:username}"]},)"
        R"("StringEqualsIfExists":{"dynamodb:ReturnValues":["NONE"]}}})"
    );
    EXPECT_TRUE(recorded.asked.allows("GetItem", get("alice")));
    EXPECT_TRUE(recorded.asked.allows("PutItem", put("alice", R"(,"title":{"S":"y"})")));
    EXPECT_FALSE(recorded.asked.allows("GetItem", get("bob")));
    EXPECT_FALSE(recorded.asked.allows("PutItem", put("bob")));
    EXPECT_FALSE(recorded.asked.allows("PutItem", put("alice", R"(,"price":{"N":"1"})")));
}

TEST(Conditions, RestrictReadersToTheAttributesThatTheyRequested) {
    Recorded recorded;
    recorded.record("GetItem", get("a", kProjection));
    recorded.record("GetItem", get("b", kProjection));
    const std::string written = recorded.held_statements();
    EXPECT_TRUE(
        has(written,
            R"({"ForAllValues:StringEquals":{"dynamodb:Attributes":["pk","title"],)"
            R"("dynamodb:LeadingKeys":["a","b"]},)"
            R"("StringEqualsIfExists":{"dynamodb:Select":["SPECIFIC_ATTRIBUTES"]}})")
    ) << written;
    EXPECT_TRUE(recorded.asked.allows("GetItem", get("a", kProjection)));
    EXPECT_FALSE(recorded.asked.allows("GetItem", get("c", kProjection)));
    EXPECT_FALSE(recorded.asked.allows("GetItem", get("a")));
    EXPECT_FALSE(recorded.asked.allows("GetItem", get("a", R"(,"ProjectionExpression":"price")")));
}

TEST(Conditions, ListNoMoreKeysThanTen) {
    Recorded recorded;
    for (int i = 0; i < 10; ++i) recorded.record("GetItem", get(std::to_string(i)));
    EXPECT_TRUE(has(recorded.held_statements(), R"("dynamodb:LeadingKeys":["0","1")"));
    EXPECT_FALSE(recorded.asked.allows("GetItem", get("10")));
    recorded.record("GetItem", get("10"));
    EXPECT_FALSE(has(recorded.held_statements(), "Condition"));
    EXPECT_TRUE(recorded.asked.allows("GetItem", get("11")));
}

// Each action has few keys, but a statement that they shared would have many.
TEST(Conditions, GiveActionsStatementsOfTheirOwnRatherThanTooManyKeys) {
    Recorded recorded;
    for (int i = 0; i < 6; ++i) recorded.record("DeleteItem", get("d" + std::to_string(i)));
    for (int i = 0; i < 6; ++i) {
        recorded.record(
            "UpdateItem", get("u" + std::to_string(i), R"(,"UpdateExpression":"REMOVE title")")
        );
    }
    const std::string written = recorded.held_statements();
    EXPECT_TRUE(has(written, R"("dynamodb:LeadingKeys":["d0","d1","d2","d3","d4","d5"])"));
    EXPECT_TRUE(has(written, R"("dynamodb:LeadingKeys":["u0","u1","u2","u3","u4","u5"])"));
    EXPECT_TRUE(has(written, R"("dynamodb:Attributes":["pk","title"])")) << written;
    EXPECT_TRUE(recorded.asked.allows("DeleteItem", get("d5")));
    EXPECT_FALSE(recorded.asked.allows("DeleteItem", get("u5")));
}

TEST(Conditions, ListNoMoreAttributesThanAHundred) {
    Recorded recorded;
    std::string more;
    for (int i = 0; i < 99; ++i) more += ",\"a" + std::to_string(i) + R"(":{"S":"x"})";
    recorded.record("PutItem", put("a", more));
    EXPECT_TRUE(has(recorded.held_statements(), "dynamodb:Attributes"));
    EXPECT_FALSE(recorded.asked.allows("PutItem", put("a", R"(,"b":{"S":"x"})")));
    recorded.record("PutItem", put("a", R"(,"b":{"S":"x"})"));
    const std::string written = recorded.held_statements();
    EXPECT_FALSE(has(written, "dynamodb:Attributes")) << written;
    EXPECT_TRUE(has(written, R"("dynamodb:LeadingKeys":["a"])")) << written;
}

// A test of all values holds for no value: with a Scan in it, a statement would open the table.
TEST(Conditions, GiveReadersOfTheWholeTableASeparateStatement) {
    Recorded recorded;
    recorded.know_keys();
    recorded.record("GetItem", get("alice"));
    recorded.record("Scan", R"({"TableName":"Music"})");
    recorded.record("DescribeTable", R"({"TableName":"Music"})");
    const std::string written = recorded.held_statements();
    EXPECT_TRUE(has(written, R"("Action":["dynamodb:DescribeTable","dynamodb:Scan"])")) << written;
    EXPECT_TRUE(has(written, R"("Action":["dynamodb:GetItem"])")) << written;
    EXPECT_TRUE(recorded.asked.allows("Scan", R"({"TableName":"Music"})"));
    EXPECT_TRUE(recorded.asked.allows("DescribeTable", R"({"TableName":"Music"})"));
    EXPECT_FALSE(recorded.asked.allows("GetItem", get("bob")));
}

TEST(Conditions, HoldStatementsToTheirKeys) {
    Recorded recorded;
    recorded.know_keys();
    const auto select = [](const std::string& where) {
        return R"({"Statement":"SELECT title FROM Music)" + where + "\"}";
    };
    const std::string own = select(" WHERE pk = 'alice'");
    recorded.record("ExecuteStatement", own);
    const std::string written = recorded.held_statements();
    EXPECT_TRUE(has(written, R"("Null":{"dynamodb:LeadingKeys":["false"]})")) << written;
    EXPECT_TRUE(recorded.asked.allows("ExecuteStatement", own));
    EXPECT_FALSE(recorded.asked.allows("ExecuteStatement", select(" WHERE pk = 'bob'")));
    EXPECT_FALSE(recorded.asked.allows("ExecuteStatement", select("")));
    recorded.record("ExecuteStatement", select(""));
    EXPECT_FALSE(has(recorded.held_statements(), "Condition"));
    EXPECT_TRUE(recorded.asked.allows("ExecuteStatement", select("")));
}

TEST(Conditions, HoldBatchesAndTransactionsToTheirItems) {
    Recorded recorded;
    recorded.know_keys();
    const auto batch = [](const std::string& pk) {
        return R"({"RequestItems":{"Music":[{"PutRequest":{"Item":{"pk":{"S":"alice"}}}},
            {"DeleteRequest":{"Key":{"pk":{"S":")" +
               pk + "\"}}}}]}}";
    };
    const auto transaction = [](const std::string& pk) {
        return R"-({"TransactItems":[{"ConditionCheck":{"TableName":"Music","ConditionExpression":
            "attribute_exists(pk)","Key":{"pk":{"S":")-" +
               pk + R"-("}}}},{"Delete":{"TableName":"Music","Key":{"pk":{"S":"alice"}}}}]})-";
    };
    recorded.record("BatchWriteItem", batch("alice"));
    recorded.record("TransactWriteItems", transaction("alice"));
    recorded.held_statements();
    EXPECT_TRUE(recorded.asked.allows("BatchWriteItem", batch("alice")));
    EXPECT_FALSE(recorded.asked.allows("BatchWriteItem", batch("bob")));
    EXPECT_TRUE(recorded.asked.allows("TransactWriteItems", transaction("alice")));
    EXPECT_FALSE(recorded.asked.allows("TransactWriteItems", transaction("bob")));
}

TEST(Conditions, HoldQueriesOfAnIndexToItsKeys) {
    Recorded recorded;
    recorded.asked.world.run(
        "",
        "UpdateTable",
        R"({"TableName":"Music","AttributeDefinitions":[{"AttributeName":"year","AttributeType":
            "N"}],"GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"ByYear","KeySchema":
            [{"AttributeName":"year","KeyType":"HASH"}],"Projection":{"ProjectionType":"ALL"}}}]})"
    );
    const auto query = [](const std::string& year) {
        return R"({"TableName":"Music","IndexName":"ByYear","KeyConditionExpression":"#y = :y",
            "ExpressionAttributeNames":{"#y":"year"},"ExpressionAttributeValues":{":y":{"N":")" +
               year + "\"}}}";
    };
    recorded.record("Query", query("1984"));
    recorded.record("Query", query("1.985e3"));
    const std::string written = recorded.held_statements();
    EXPECT_TRUE(has(written, R"("dynamodb:LeadingKeys":["1984","1985"])")) << written;
    EXPECT_TRUE(recorded.asked.allows("Query", query("1985")));
    EXPECT_FALSE(recorded.asked.allows("Query", query("1986")));
}

// A request that is wrong in itself reads nothing.
TEST(Conditions, HeedNoRequestWithoutKeysThatIsInvalid) {
    Recorded recorded;
    recorded.know_keys();
    recorded.record("PutItem", put("alice"));
    recorded.record("PutItem", R"({"TableName":"Music","Item":{}})", "ValidationException");
    EXPECT_TRUE(has(recorded.held_statements(), "${aws:username}"));
    EXPECT_TRUE(recorded.asked.allows("PutItem", R"({"TableName":"Music","Item":{}})"));
}

TEST(Conditions, KnowTheVariablesOfSessions) {
    Recorded recorded;
    recorded.know_keys(R"({"account":"123456789012","roles":{"app":{"id":"AROA1"}},"sessions":[
        {"role":"app","session":"ci","id":"A","secret":"s","token":"t",
         "context":{"cognito-identity.amazonaws.com:sub":"eu:1"}}]})");
    recorded.record("GetItem", get("eu:1"));
    recorded.record("DeleteItem", get("AROA1:ci"));
    NeededForm form;
    form.has_conditions = true;
    const std::string written = recorded.needed(form);
    EXPECT_TRUE(has(written, R"(["${cognito-identity.amazonaws.com:sub}"])")) << written;
    EXPECT_TRUE(has(written, R"(["${aws:userid}"])")) << written;
}

TEST(Conditions, ListTextsThatLookLikeVariables) {
    Recorded recorded;
    recorded.record("GetItem", get("${aws:username}*"));
    EXPECT_TRUE(has(recorded.held_statements(), R"(["${$}{aws:username}*"])"));
    EXPECT_TRUE(recorded.asked.allows("GetItem", get("${aws:username}*")));
    EXPECT_FALSE(recorded.asked.allows("GetItem", get("alice*")));
}

}  // namespace
}  // namespace stator::emulator::access::least_policy
