#include "protocol/operations/items/items.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::items {
namespace {

struct Case {
    std::string members;
    std::string outcome;
};

// Checks the outcome of a request with TableName, `own` and the members of each case.
template <class Decode>
void expect_outcomes(const Decode& decode, const std::string& own, const std::vector<Case>& cases) {
    for (const Case& each : cases) {
        const std::string request = "{'TableName': 't', " + own + each.members + "}";
        EXPECT_EQ(verdict(decode, request), each.outcome) << request;
    }
}

const std::string kItem = "'Item': {'pk': {'S': 'a'}}";
const std::string kKey = "'Key': {'pk': {'S': 'a'}}";
const std::string kOnlyOld = "ReturnValues can only be ALL_OLD or NONE";
const std::string kNotANumber = "The parameter cannot be converted to a numeric value: x";

TEST(PutItemRequest, IsCheckedInOrder) {
    const std::string mixed =
        kEnvelope +
        "Can not use both expression and non-expression parameters in the same request: "
        "Non-expression parameters: {Expected} Expression parameters: {ConditionExpression}";
    expect_outcomes(
        decode_put_item,
        "",
        {
            {kItem, "ok"},
            {"'Item': {'a': {'N': 'x'}}, 'Expected': {}, 'ConditionExpression': ''", mixed},
            {"'Item': {'a': {'N': 'x'}}, 'ReturnValues': 'ALL_NEW'", kEnvelope + kNotANumber},
            {kItem + ", 'ReturnValues': 'UPDATED_NEW', 'ConditionExpression': ''",
             kEnvelope + kOnlyOld},
            {kItem + ", 'ConditionExpression': ''",
             kEnvelope + "Invalid ConditionExpression: The expression can not be empty;"},
            {kItem + ", 'ExpressionAttributeNames': {}",
             kEnvelope + "ExpressionAttributeNames can only be specified when using expressions"},
            {kItem + ", 'ConditionExpression': 'attribute_exists(a)', 'ExpressionAttributeNames': "
                     "{'#a': 'a'}",
             kEnvelope +
                 "Value provided in ExpressionAttributeNames unused in expressions: keys: {#a}"},
        }
    );
}

TEST(PutItemRequest, LimitsTheItemBeforeTheCondition) {
    const auto put = [](std::size_t bytes) {
        return verdict(
            decode_put_item,
            "{'TableName': 't', 'Item': {'pk': {'S': '" + std::string(bytes - 2, 'x') +
                "'}}, 'ConditionExpression': '('}"
        );
    };
    EXPECT_NE(put(409'600).find("Syntax error"), std::string::npos);
    EXPECT_EQ(put(409'601), "Item size has exceeded the maximum allowed size");
}

TEST(PutItemRequest, ReportsReturnValuesWithoutEnvelopeIfAValueIsDeep) {
    const std::string request =
        "{'TableName': 't', 'ReturnValues': 'ALL_NEW', 'Item': {'pk': " + deep_value() + "}}";
    EXPECT_EQ(verdict(decode_put_item, request), kOnlyOld);
}

TEST(PutItemRequest, ReadsItsOptions) {
    const auto put = decoded(
        decode_put_item,
        "{'TableName': 't', " + kItem +
            ", 'ReturnValues': 'ALL_OLD', 'ReturnConsumedCapacity': 'INDEXES',"
            " 'ReturnItemCollectionMetrics': 'SIZE', 'ConditionExpression': 'a = :v',"
            " 'ExpressionAttributeValues': {':v': {'N': '1'}},"
            " 'ReturnValuesOnConditionCheckFailure': 'ALL_OLD'}"
    );
    EXPECT_EQ(put.options.table_name, "t");
    EXPECT_EQ(put.options.return_values, values::ReturnValues::AllOld);
    EXPECT_EQ(put.options.capacity, CapacityReport::Indexes);
    EXPECT_TRUE(put.options.collection_metrics);
    EXPECT_TRUE(put.options.return_item_on_failure);
    EXPECT_EQ(expression::condition_text(*put.options.condition), R"(a = {"N":"1"})");
    EXPECT_EQ(tests::item_text(put.item.get()), "{'pk':{'S':'a'}}");
}

TEST(DeleteItemRequest, IsCheckedLikeAPut) {
    expect_outcomes(
        decode_delete_item,
        kKey,
        {
            {"", "ok"},
            {", 'ReturnValues': 'ALL_NEW'", kEnvelope + kOnlyOld},
            {", 'Expected': {'a': {'Exists': false}}", "ok"},
            {", 'ConditionalOperator': 'AND', 'ConditionExpression': 'a = b'",
             kEnvelope +
                 "Can not use both expression and non-expression parameters in the same request: "
                 "Non-expression parameters: {ConditionalOperator} Expression parameters: "
                 "{ConditionExpression}"},
        }
    );
    const auto removed = decoded(
        decode_delete_item, "{'TableName': 't', " + kKey + ", 'Expected': {'a': {'Exists': false}}}"
    );
    EXPECT_EQ(expression::condition_text(*removed.options.condition), "attribute_not_exists(a)");
}

TEST(UpdateItemRequest, IsCheckedInOrder) {
    expect_outcomes(
        decode_update_item,
        kKey,
        {
            {"", "ok"},
            {", 'ReturnValues': 'UPDATED_NEW', 'UpdateExpression': 'REMOVE a'", "ok"},
            {", 'AttributeUpdates': {'a': {'Value': {'N': 'x'}}}, 'ConditionalOperator': 'OR'",
             kEnvelope + kNotANumber},
            {", 'UpdateExpression': '', 'ConditionExpression': ''",
             kEnvelope + "Invalid UpdateExpression: The expression can not be empty;"},
            {", 'AttributeUpdates': {}, 'Expected': {}, 'UpdateExpression': 'x'",
             kEnvelope +
                 "Can not use both expression and non-expression parameters in the same request: "
                 "Non-expression parameters: {AttributeUpdates, Expected} Expression parameters: "
                 "{UpdateExpression}"},
            {", 'UpdateExpression': 'REMOVE #a', 'ExpressionAttributeNames': {'#a': 'a', '#b': "
             "'b'},"
             " 'ConditionExpression': 'c = #b'",
             "ok"},
        }
    );
}

TEST(GetItemRequest, HasNoEnvelopeAndNoValues) {
    expect_outcomes(
        decode_get_item,
        kKey,
        {
            {"", "ok"},
            {", 'ExpressionAttributeValues': {':v': {'N': 'x'}}", "ok"},
            {", 'ExpressionAttributeNames': {'#a': 'a'}",
             "ExpressionAttributeNames can only be specified when using expressions"},
            {", 'ProjectionExpression': 'a,'",
             "Invalid ProjectionExpression: Syntax error; token: \"<EOF>\", near: \",\""},
            {", 'ProjectionExpression': 'a', 'AttributesToGet': ['a']",
             "Can not use both expression and non-expression parameters in the same request: "
             "Non-expression parameters: {AttributesToGet} Expression parameters: "
             "{ProjectionExpression}"},
        }
    );
    EXPECT_EQ(
        verdict(decode_get_item, "{'TableName': 't', 'Key': {'a': {'N': 'x'}}}"), kNotANumber
    );
}

TEST(WriteReply, HasOnlyRequestedMembers) {
    WriteOptions options;
    options.table_name = "t";
    WriteReply reply;
    reply.consumption.table = 1;
    EXPECT_EQ(encode_write_reply(options, reply), "{}");
    options.capacity = CapacityReport::Total;
    reply.attributes = tests::item("{'a': {'N': '1'}}");
    reply.collection_key = tests::item("{'pk': {'S': 'a'}}");
    EXPECT_EQ(
        single_quoted(encode_write_reply(options, reply)),
        "{'Attributes':{'a':{'N':'1'}},'ConsumedCapacity':{'TableName':'t','CapacityUnits':1.0},"
        "'ItemCollectionMetrics':{'ItemCollectionKey':{'pk':{'S':'a'}},"
        "'SizeEstimateRangeGB':[0.0,1.0]}}"
    );
}

TEST(GetItemReply, ProjectsTheItem) {
    const auto item = tests::item("{'a': {'N': '1'}, 'b': {'N': '2'}}");
    const auto whole = decoded(decode_get_item, "{'TableName': 't', " + kKey + "}");
    EXPECT_EQ(
        single_quoted(encode_get_item(whole, {item, {}})), "{'Item':{'a':{'N':'1'},'b':{'N':'2'}}}"
    );
    EXPECT_EQ(encode_get_item(whole, {nullptr, {}}), "{}");
    const auto part =
        decoded(decode_get_item, "{'TableName': 't', " + kKey + ", 'ProjectionExpression': 'b'}");
    EXPECT_EQ(single_quoted(encode_get_item(part, {item, {}})), "{'Item':{'b':{'N':'2'}}}");
    const auto nothing =
        decoded(decode_get_item, "{'TableName': 't', " + kKey + ", 'AttributesToGet': ['z']}");
    EXPECT_EQ(encode_get_item(nothing, {item, {}}), "{\"Item\":{}}");
}

}  // namespace
}  // namespace stator::protocol::operations::items
