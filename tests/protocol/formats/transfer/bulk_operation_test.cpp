#include "protocol/formats/transfer/bulk_operation.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::formats::transfer {
namespace {

BulkDescription full_bulk_operation() {
    BulkDescription description;
    description.arn = "arn:aws:dynamodb:us-east-1:000000000000:table/tbl/bulk-operation/0175-1a2b";
    description.status = TransferStatus::CompletedWithErrors;
    description.table_arn = "table arn";
    description.table_id = "id";
    description.specification = {
        "tbl",
        R"({"S3Bucket":"in","S3KeyPrefix":"p/","InputFormat":"ION","InputCompressionType":"ZSTD"})",
        R"({"S3Bucket":"out","S3KeyPrefix":"r","OutputType":["CONDITION_CHECK_FAILURE"]})",
        {"in", "p/", ImportFormat::Ion, Compression::Zstd},
        {"out", "r", false, true},
        "ACCELERATED",
        2'048,
        "token"};
    description.start = Instant(4);
    description.end = Instant(5);
    description.counts = {6, 7, 8, 9, 10};
    description.usage = {11, {{"lsi", 12}}, {{"gsi", 13}}, {{"vectors", 14}}};
    description.failure_code = "code";
    description.failure_message = "message";
    description.request = "{}";
    return description;
}

TEST(BulkOperation, IsKeptWithEveryMember) {
    const BulkDescription description = full_bulk_operation();
    EXPECT_EQ(decode_bulk_operation(encode_bulk_operation(description)), description);
    BulkDescription least;
    least.arn = "arn";
    EXPECT_EQ(decode_bulk_operation(encode_bulk_operation(least)), least);
    EXPECT_EQ(decode_bulk_operation("{}"), std::nullopt);
}

// Existing data files contain this text.
TEST(BulkOperation, KeepsItsText) {
    EXPECT_EQ(
        encode_bulk_operation(full_bulk_operation()),
        R"({"BulkOperationArn":"arn:aws:dynamodb:us-east-1:000000000000:table/tbl/bulk-operation/)"
        R"(0175-1a2b","BulkOperationStatus":"COMPLETED_WITH_ERRORS","TableArn":"table arn",)"
        R"("TableId":"id","TableName":"tbl","InputS3Configuration":"{\"S3Bucket\":\"in\",)"
        R"(\"S3KeyPrefix\":\"p/\",\"InputFormat\":\"ION\",\"InputCompressionType\":\"ZSTD\"}",)"
        R"("OutputS3Configuration":"{\"S3Bucket\":\"out\",\"S3KeyPrefix\":\"r\",)"
        R"(\"OutputType\":[\"CONDITION_CHECK_FAILURE\"]}","PerformanceTier":"ACCELERATED",)"
        R"("MaxWriteRequestUnits":2048,"ClientToken":"token","StartMs":4,"EndMs":5,)"
        R"("ProcessedItemCount":6,"ProcessedInputBytes":7,"TotalInputBytes":10,)"
        R"("FailedItemCount":8,"PutItemCount":9,"BulkPutBytes":11,)"
        R"("LocalSecondaryIndexes":{"lsi":12},"GlobalSecondaryIndexes":{"gsi":13},)"
        R"("VectorIndexes":{"vectors":14},"FailureCode":"code","FailureMessage":"message",)"
        R"("Request":"{}"})"
    );
}

TEST(BulkOperation, UsesTheBytesOfTheTableAndItsIndexesButNotThoseOfVectors) {
    EXPECT_EQ((BulkUsage{1, {{"a", 2}, {"b", 3}}, {{"c", 4}}, {{"d", 50}}}.total()), 10);
}

TEST(BulkOperation, HasItsReportInTheFolderOfExports) {
    BulkDescription description;
    description.arn = "arn:aws:dynamodb:us-east-1:000000000000:table/tbl/bulk-operation/0175-1a2b";
    EXPECT_EQ(bulk_report_folder(description), "AWSDynamoDB/0175-1a2b/");
    description.specification.output.prefix = "some";
    EXPECT_EQ(bulk_report_folder(description), "some/AWSDynamoDB/0175-1a2b/");
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
