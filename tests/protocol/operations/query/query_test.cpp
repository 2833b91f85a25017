#include "protocol/operations/query/query.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::query {
namespace {

const std::string kKey =
    "'KeyConditionExpression': 'pk = :p', 'ExpressionAttributeValues': {':p': {'S': 'a'}}";

std::string query_verdict(const std::string& members) {
    return verdict(decode_query, "{'TableName': 'tbl'" + members + "}");
}

std::string scan_verdict(const std::string& members) {
    return verdict(decode_scan, "{'TableName': 'tbl'" + members + "}");
}

struct Case {
    std::string members;
    std::string outcome;
};

TEST(QueryRequest, IsCheckedInOrder) {
    const std::string mixed =
        "Can not use both expression and non-expression parameters in the same request: ";
    const std::vector<Case> cases = {
        {", " + kKey, "ok"},
        {", 'Limit': 0, " + kKey,
         kEnvelope +
             "Value at 'Limit' failed to satisfy constraint: Member must have value greater "
             "than or equal to 1"},
        {"",
         "Either the KeyConditions or KeyConditionExpression parameter must be specified in the "
         "request."},
        {", 'KeyConditions': {}, " + kKey,
         mixed + "Non-expression parameters: {KeyConditions} Expression parameters: "
                 "{KeyConditionExpression}"},
        {", 'KeyConditions': {'pk': {'ComparisonOperator': 'EQ', 'AttributeValueList': [{'S': "
         "'a'}]}}, 'ProjectionExpression': 'a'",
         "ok"},
        {", 'ExpressionAttributeValues': {':p': {'S': 'a'}}",
         "ExpressionAttributeValues can only be specified when using expressions: FilterExpression "
         "and KeyConditionExpression are null"},
        {", 'FilterExpression': '', 'KeyConditionExpression': ''",
         "Invalid KeyConditionExpression: The expression can not be empty;"},
        {", 'ExclusiveStartKey': {'pk': {'N': 'x'}}, 'Select': 'SPECIFIC_ATTRIBUTES', " + kKey,
         "The parameter cannot be converted to a numeric value: x"},
        {", 'ExclusiveStartKey': {'pk': {}}, " + kKey,
         "The provided starting key is invalid: Supplied AttributeValue is empty, must contain "
         "exactly one of the supported datatypes"},
    };
    for (const Case& each : cases) EXPECT_EQ(query_verdict(each.members), each.outcome);
}

TEST(QueryRequest, ChecksSelectAgainstTheProjection) {
    const std::string conflict = kEnvelope + "Cannot specify the ";
    const std::vector<Case> cases = {
        {"'Select': 'COUNT'", "ok"},
        {"'Select': 'SPECIFIC_ATTRIBUTES', 'ProjectionExpression': 'a'", "ok"},
        {"'Select': 'SPECIFIC_ATTRIBUTES'",
         kEnvelope +
             "Must specify the AttributesToGet or ProjectionExpression when choosing to get "
             "SPECIFIC_ATTRIBUTES"},
        {"'Select': 'COUNT', 'ProjectionExpression': 'a'",
         conflict + "ProjectionExpression when choosing to get only the Count"},
        {"'Select': 'ALL_ATTRIBUTES', 'ProjectionExpression': 'a'",
         conflict + "ProjectionExpression when choosing to get ALL_ATTRIBUTES"},
        {"'Select': 'ALL_PROJECTED_ATTRIBUTES', 'ProjectionExpression': 'a'",
         conflict + "ProjectionExpression when choosing to get ALL_PROJECTED_ATTRIBUTES"},
        {"'Select': 'ALL_PROJECTED_ATTRIBUTES'",
         kEnvelope + "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"},
        {"'Select': 'ALL_PROJECTED_ATTRIBUTES', 'IndexName': 'idx'", "ok"},
    };
    for (const Case& each : cases) {
        EXPECT_EQ(query_verdict(", " + each.members + ", " + kKey), each.outcome) << each.members;
    }
}

TEST(QueryRequest, AllowsAnOperatorOnlyBetweenTwoFilters) {
    const std::string one = "'a': {'ComparisonOperator': 'NULL'}";
    const std::string two = one + ", 'b': {'ComparisonOperator': 'NULL'}";
    const auto with = [](const std::string& filter) {
        return query_verdict(
            ", 'ConditionalOperator': 'XOR', 'Limit': 0, 'QueryFilter': {" + filter + "}"
        );
    };
    EXPECT_NE(with(one).find("'Limit'"), std::string::npos);
    EXPECT_EQ(with(two).substr(0, 29), "Failed to satisfy constraint:");
}

TEST(QueryRequest, ReadsForwardsByDefault) {
    EXPECT_TRUE(decoded(decode_query, "{'TableName': 'tbl', " + kKey + "}").forward);
    const std::string back = "{'TableName': 'tbl', 'ScanIndexForward': false, " + kKey + "}";
    EXPECT_FALSE(decoded(decode_query, back).forward);
}

TEST(ScanRequest, IsCheckedInOrder) {
    const std::vector<Case> cases = {
        {"", "ok"},
        {", 'Segment': 0, 'FilterExpression': ''",
         "The TotalSegments parameter is required but was not present in the request when Segment "
         "parameter is present"},
        {", 'TotalSegments': 2",
         "The Segment parameter is required but was not present in the request when parameter "
         "TotalSegments is present"},
        {", 'TotalSegments': 2, 'Segment': 2",
         "The Segment parameter is zero-based and must be less than parameter TotalSegments"},
        {", 'TotalSegments': 2, 'Segment': 1", "ok"},
        {", 'ExpressionAttributeValues': {':p': {'S': 'a'}}",
         "ExpressionAttributeValues can only be specified when using expressions: FilterExpression "
         "is null"},
        {", 'Select': 'ALL_PROJECTED_ATTRIBUTES'",
         "ALL_PROJECTED_ATTRIBUTES can be used only when Querying using an IndexName"},
        {", 'FilterExpression': 'a = :v', 'ProjectionExpression': 'b', "
         "'ExpressionAttributeValues': {':v': {'N': '1'}}",
         "ok"},
    };
    for (const Case& each : cases) EXPECT_EQ(scan_verdict(each.members), each.outcome);
}

TEST(ScanRequest, ReadsItsOptions) {
    const auto scan = decoded(
        decode_scan,
        "{'TableName': 'tbl', 'IndexName': 'idx', 'Limit': 7, 'Segment': 3, 'TotalSegments': 5,"
        " 'ConsistentRead': 'true', 'ScanFilter': {'a': {'ComparisonOperator': 'NULL'}}}"
    );
    EXPECT_EQ(scan.options.index_name, "idx");
    EXPECT_EQ(scan.options.limit, 7u);
    EXPECT_EQ(scan.segment, 3);
    EXPECT_EQ(scan.total_segments, 5);
    EXPECT_TRUE(scan.options.consistent);
    EXPECT_TRUE(scan.options.legacy_filter);
    EXPECT_EQ(expression::condition_text(*scan.options.filter), "attribute_not_exists(a)");
}

TEST(ReadReply, CountsWhatItShows) {
    ReadReply reply;
    reply.items = {
        tests::item("{'a': {'N': '1'}, 'b': {'N': '2'}}"), tests::item("{'b': {'N': '3'}}")};
    reply.scanned_count = 5;
    EXPECT_EQ(
        single_quoted(encode_read_reply({}, reply)),
        "{'Items':[{'a':{'N':'1'},'b':{'N':'2'}},{'b':{'N':'3'}}],'Count':2,'ScannedCount':5}"
    );
    ReadOptions options;
    options.table_name = "tbl";
    options.select = Select::Count;
    options.capacity = CapacityReport::Total;
    reply.last_evaluated_key = tests::item("{'pk': {'S': 'k'}}");
    EXPECT_EQ(
        single_quoted(encode_read_reply(options, reply)),
        "{'Count':2,'ScannedCount':5,'LastEvaluatedKey':{'pk':{'S':'k'}},"
        "'ConsumedCapacity':{'TableName':'tbl','CapacityUnits':0.0}}"
    );
    options = {};
    options.projection = {values::DocumentPath{{"a"}}};
    reply.last_evaluated_key = nullptr;
    EXPECT_EQ(
        single_quoted(encode_read_reply(options, reply)),
        "{'Items':[{'a':{'N':'1'}},{}],'Count':2,'ScannedCount':5}"
    );
}

TEST(ReadReply, CanBeEncodedInLines) {
    ReadReply reply;
    EXPECT_EQ(single_quoted(encode_read_lines({}, reply)), "{'Count':0,'ScannedCount':0}\n");
    reply.items = {
        tests::item("{'a': {'S': 'x\\ny'}, 'b': {'N': '2'}}"), tests::item("{'b': {'N': '3'}}")};
    reply.scanned_count = 5;
    reply.last_evaluated_key = tests::item("{'pk': {'S': 'k'}}");
    EXPECT_EQ(
        single_quoted(encode_read_lines({}, reply)),
        "{'Item':{'a':{'S':'x\\ny'},'b':{'N':'2'}}}\n{'Item':{'b':{'N':'3'}}}\n"
        "{'Count':2,'ScannedCount':5,'LastEvaluatedKey':{'pk':{'S':'k'}}}\n"
    );
    ReadOptions options;
    options.projection = {values::DocumentPath{{"a"}}};
    reply.last_evaluated_key = nullptr;
    EXPECT_EQ(
        single_quoted(encode_read_lines(options, reply)),
        "{'Item':{'a':{'S':'x\\ny'}}}\n{'Item':{}}\n{'Count':2,'ScannedCount':5}\n"
    );
    options = {};
    options.table_name = "tbl";
    options.select = Select::Count;
    options.capacity = CapacityReport::Total;
    EXPECT_EQ(
        single_quoted(encode_read_lines(options, reply)),
        "{'Count':2,'ScannedCount':5,"
        "'ConsumedCapacity':{'TableName':'tbl','CapacityUnits':0.0}}\n"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::query
