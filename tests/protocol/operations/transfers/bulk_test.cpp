#include "protocol/operations/transfers/bulk.hpp"

#include <gtest/gtest.h>

#include <string>

#include "protocol/operations/transfers/bulk_line.hpp"
#include "protocol/wire/json.hpp"
#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::transfers {
namespace {

std::string start(const std::string& output, const std::string& more = "") {
    return "{'TableName':'tbl','InputS3Configuration':{'S3Bucket':'in','InputFormat':'ION'},"
           "'OutputS3Configuration':" +
           output + more + "}";
}

TEST(Bulk, StartHasDefaults) {
    const auto request =
        decoded(decode_start_bulk_put_items, start("{'S3Bucket':'out','OutputType':['ERROR']}"));
    const auto& specification = request.specification;
    EXPECT_EQ(specification.table_name, "tbl");
    EXPECT_EQ(
        specification.input,
        (formats::transfer::BulkInput{
            "in", "", formats::transfer::ImportFormat::Ion, formats::transfer::Compression::None})
    );
    EXPECT_EQ(specification.output, (formats::transfer::BulkOutput{"out", "", true, false}));
    EXPECT_EQ(specification.tier, "STANDARD");
    EXPECT_EQ(specification.max_write_units, 0);
}

TEST(Bulk, AReportRequiresABucketAndAnOutputType) {
    const std::string prefix = "Invalid Request: ";
    EXPECT_EQ(
        verdict(decode_start_bulk_put_items, start("{'OutputType':['ERROR']}")),
        prefix + "S3Bucket must be provided in OutputS3Configuration"
    );
    EXPECT_EQ(
        verdict(decode_start_bulk_put_items, start("{'S3Bucket':'out','OutputType':[]}")),
        prefix + "OutputType must be provided in OutputS3Configuration"
    );
    EXPECT_EQ(
        verdict(
            decode_start_bulk_put_items,
            start("{'S3Bucket':'out','OutputType':['ERROR'],'S3SseKmsKeyId':'key'}")
        ),
        prefix + "KMS Key Id is not supported for this encryption type"
    );
}

// AWS: the length of a token is a multiple of sixteen hexadecimal digits.
TEST(Bulk, ATokenContainsTheEndOfThePage) {
    for (const std::string table : {"tbl", "t.b-l_", "abcdefgh"}) {
        const std::string arn = "arn:aws:dynamodb:us-east-1:123456789012:table/" + table +
                                "/bulk-operation/01489602797149-73d8d5bc";
        const std::string page = encode_list_bulk_operations({{}, arn});
        const auto document = wire::JsonDocument::parse(page);
        const std::string token(document->root().string_or_empty("NextToken"));
        EXPECT_EQ(token.size() % 16, 0U) << token;
        EXPECT_EQ(
            decoded(decode_list_bulk_operations, "{'NextToken':'" + token + "'}").start_arn, arn
        );
    }
    EXPECT_EQ(
        verdict(decode_list_bulk_operations, "{'NextToken':'0123456789abcdef'}"),
        "Invalid Request: Provided nextToken is invalid: 0123456789abcdef"
    );
}

// "ok", or the error message for the line.
std::string judged(const std::string& json) {
    std::string text = json;
    std::ranges::replace(text, '\'', '"');
    const auto line = decode_bulk_line(text);
    return line.has_error() ? line.error().message : "ok";
}

TEST(BulkLine, IsAnItemWithOrWithoutACondition) {
    const std::string invalid = "One or more parameter values were invalid: ";
    EXPECT_EQ(judged("{'Item':{'pk':{'S':'a'}}}"), "ok");
    EXPECT_EQ(
        judged("{'Item':{'pk':{'S':'a'}},'ConditionExpression':'#k <> :v',"
               "'ExpressionAttributeNames':{'#k':'pk'},"
               "'ExpressionAttributeValues':{':v':{'S':'a'}}}"),
        "ok"
    );
    EXPECT_EQ(judged("[]"), invalid + "The item cannot be read: it is no JSON object");
    EXPECT_EQ(judged("{'Key':{}}"), invalid + "The item cannot be read: it has no Item");
    EXPECT_EQ(
        judged("{'Item':{},'conditionExpression':'pk = pk'}"),
        invalid + "The item cannot be read: it has a member conditionExpression"
    );
    EXPECT_EQ(
        judged("{'Item':{'pk':{'S':'a'}},'ConditionExpression':''}"),
        "Invalid ConditionExpression: The expression can not be empty;"
    );
    EXPECT_EQ(
        judged("{'Item':{'pk':{'S':'a'}},'ConditionExpression':'attribute_exists(pk)',"
               "'ExpressionAttributeNames':{'#k':'pk'}}"),
        "Value provided in ExpressionAttributeNames unused in expressions: keys: {#k}"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::transfers
