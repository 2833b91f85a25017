#include "protocol/operations/transactions/transactions.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::transactions {
namespace {

std::string write_verdict(const std::string& actions, const std::string& more = "") {
    return verdict(decode_transact_write_items, "{'TransactItems': [" + actions + "]" + more + "}");
}

std::string get_verdict(const std::string& gets) {
    return verdict(decode_transact_get_items, "{'TransactItems': [" + gets + "]}");
}

// A put of `item` with further members.
std::string put(const std::string& item, const std::string& more = "") {
    return "{'Put': {'TableName': 't', 'Item': {" + item + "}" + more + "}}";
}

std::string several(int count, const std::string& element) {
    std::string text = element;
    for (int i = 1; i < count; ++i) text.append(", ").append(element);
    return text;
}

const std::string kPk = "'pk': {'S': 'a'}";
const std::string kGet = "{'Get': {'TableName': 't', 'Key': {'pk': {'S': 'a'}}}}";

TEST(TransactWriteRequest, TakesAHundredActions) {
    const std::string length =
        kEnvelope +
        "Value at 'TransactItems' failed to satisfy constraint: Member must have length "
        "less than or equal to 100";
    EXPECT_EQ(write_verdict(several(100, put(kPk))), "ok");
    EXPECT_EQ(write_verdict(several(101, put(kPk))), length);
    EXPECT_EQ(get_verdict(several(100, kGet)), "ok");
    EXPECT_EQ(get_verdict(several(101, kGet)), length);
}

TEST(TransactWriteRequest, RequiresOneActionPerElement) {
    const std::string check = "'ConditionCheck': {'TableName': 't', 'Key': {" + kPk +
                              "}, 'ConditionExpression': 'a = a'}";
    EXPECT_EQ(
        write_verdict("{'Delete': {'TableName': 't', 'Key': {" + kPk + "}}, " + check + "}"),
        "TransactItems can only contain one of Check, Put, Update or Delete"
    );
    EXPECT_NE(
        write_verdict(put(kPk, ", 'ConditionExpression': ''") + ", {}")
            .find("TransactWriteRequest should contain Delete or Put or Update or ConditionCheck"),
        std::string::npos
    );
}

TEST(TransactWriteRequest, ReportsOnlyABadToken) {
    EXPECT_EQ(
        write_verdict("", ", 'ClientRequestToken': '" + std::string(37, 'x') + "'"),
        kEnvelope +
            "Value at 'ClientRequestToken' failed to satisfy constraint: Member must have "
            "length less than or equal to 36"
    );
}

TEST(TransactWriteRequest, ChecksAnActionInOrder) {
    const std::string condition =
        ", 'ConditionExpression': 'a = :v', 'ExpressionAttributeValues': {':v': {'N': 'x'}}";
    const std::string not_a_number = "The parameter cannot be converted to a numeric value: ";
    const std::string deep = "'deep': " + deep_value();
    EXPECT_EQ(
        write_verdict(put("'': {'N': 'y'}", ", 'ConditionExpression': ''")), "Empty attribute name"
    );
    EXPECT_EQ(
        write_verdict(put(deep + ", 'n': {'N': 'y'}", ", 'ConditionExpression': ''")),
        "Invalid ConditionExpression: The expression can not be empty;"
    );
    EXPECT_EQ(
        write_verdict(put("'n': {'N': 'y'}, " + deep, condition)).substr(0, 44),
        "Nesting Levels have exceeded supported limit"
    );
    EXPECT_EQ(write_verdict(put("'n': {'N': 'y'}", condition)), not_a_number + "y");
    EXPECT_EQ(write_verdict(put(kPk, condition)), not_a_number + "x");
}

TEST(TransactWriteRequest, IgnoresNamesThatNoExpressionCanUse) {
    EXPECT_EQ(
        write_verdict(put(
            kPk, ", 'ExpressionAttributeNames': {}, 'ExpressionAttributeValues': {':v': {'N': 'x'}}"
        )),
        "ok"
    );
    EXPECT_EQ(
        write_verdict(
            put(kPk, ", 'ConditionExpression': 'a = a.b', 'ExpressionAttributeNames': {'#a': 'a'}")
        ),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}"
    );
}

TEST(TransactWriteRequest, LimitsItemsAndTheirSum) {
    const auto item = [](std::size_t bytes) {
        return put("'a': {'S': '" + std::string(bytes - 1, 'x') + "'}");
    };
    EXPECT_EQ(write_verdict(item(409'600)), "ok");
    EXPECT_EQ(write_verdict(item(409'601)), "Item size has exceeded the maximum allowed size");
    EXPECT_EQ(write_verdict(several(16, item(262'144))), "ok");
    const std::string sentence = "Transaction payload size cannot exceed 4MB. Payload Size: ";
    EXPECT_EQ(
        write_verdict(several(16, item(262'144)) + ", " + item(2)),
        sentence + ": " + sentence + "4194306"
    );
}

TEST(TransactWriteRequest, IsIdentifiedByItsActions) {
    const auto payload = [](const std::string& actions, const std::string& token) {
        return decoded(
                   decode_transact_write_items, "{'TransactItems': [" + actions + "]" + token + "}"
        )
            .payload;
    };
    const std::string token = ", 'ClientRequestToken': 'tok'";
    const std::string first =
        payload("{'Put': {'TableName': 't', 'Item': {'a': {'S': 'x'}}}}", token);
    EXPECT_EQ(payload("{'Put': {'Item': {'a': {'S': 'x'}}, 'TableName': 't'}}", token), first);
    EXPECT_NE(payload("{'Put': {'TableName': 't', 'Item': {'a': {'S': 'y'}}}}", token), first);
    EXPECT_EQ(payload("{'Put': {'TableName': 't', 'Item': {'a': {'S': 'x'}}}}", ""), "");
}

TEST(TransactGetRequest, ChecksAGetInOrder) {
    const auto get = [](const std::string& members) {
        return get_verdict("{'Get': {'TableName': 't', " + members + "}}");
    };
    EXPECT_EQ(
        get("'Key': {'a': {'N': 'x'}}, 'ExpressionAttributeNames': {'#a': 'a'}"),
        "ExpressionAttributeNames can only be specified when using expressions"
    );
    EXPECT_EQ(
        get("'Key': {'a': {'N': 'x'}}, 'ProjectionExpression': ''"),
        "Invalid ProjectionExpression: The expression can not be empty;"
    );
    EXPECT_EQ(
        get("'Key': {'a': {'N': 'x'}}, 'ProjectionExpression': 'a'"),
        "The parameter cannot be converted to a numeric value: x"
    );
    const auto is_null = [](const std::string& place) {
        return kEnvelope + "Value null at 'transactItems.2.member" + place +
               "' failed to satisfy constraint: Member must not be null";
    };
    EXPECT_EQ(get_verdict(kGet + ", {}"), is_null(".get"));
    EXPECT_EQ(get_verdict(kGet + ", null"), is_null(""));
}

}  // namespace
}  // namespace stator::protocol::operations::transactions
