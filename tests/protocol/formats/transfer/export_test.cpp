#include "protocol/formats/transfer/export.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::formats::transfer {
namespace {

ExportDescription everything() {
    ExportDescription description;
    description.arn = "arn:aws:dynamodb:us-east-1:000000000000:table/tbl/export/0175-1a2b3c4d";
    description.status = TransferStatus::Failed;
    description.table_arn = "arn:aws:dynamodb:us-east-1:000000000000:table/tbl";
    description.table_id = "id";
    description.specification = {
        "bucket",
        "111122223333",
        "prefix",
        "KMS",
        "key",
        ExportFormat::Ion,
        ExportType::Incremental,
        Instant(1),
        IncrementalExport{Instant(2), Instant(3), ExportView::NewImage},
        R"({"FilterExpression":"a = b"})",
        "token"};
    description.start = Instant(4);
    description.end = Instant(5);
    description.billed_bytes = 6;
    description.items = 7;
    description.manifest = "manifest";
    description.failure_code = "code";
    description.failure_message = "message";
    description.request = "{}";
    return description;
}

TEST(Export, IsKeptWithEveryMember) {
    EXPECT_EQ(decode_export(encode_export(everything())), everything());
    ExportDescription least;
    least.arn = "arn";
    EXPECT_EQ(decode_export(encode_export(least)), least);
}

// Existing data files contain this text.
TEST(Export, KeepsItsText) {
    EXPECT_EQ(
        encode_export(everything()),
        R"({"ExportArn":"arn:aws:dynamodb:us-east-1:000000000000:table/tbl/export/0175-1a2b3c4d",)"
        R"("ExportStatus":"FAILED",)"
        R"("TableArn":"arn:aws:dynamodb:us-east-1:000000000000:table/tbl","TableId":"id",)"
        R"("S3Bucket":"bucket","S3BucketOwner":"111122223333","S3Prefix":"prefix",)"
        R"("S3SseAlgorithm":"KMS","S3SseKmsKeyId":"key","ExportFormat":"ION",)"
        R"("ExportType":"INCREMENTAL_EXPORT","ExportMs":1,"FromMs":2,"ToMs":3,)"
        R"("ExportViewType":"NEW_IMAGE","FilterSpecification":"{\"FilterExpression\":\"a = b\"}",)"
        R"("ClientToken":"token","StartMs":4,"EndMs":5,"BilledSizeBytes":6,"ItemCount":7,)"
        R"("ExportManifest":"manifest","FailureCode":"code","FailureMessage":"message",)"
        R"("Request":"{}"})"
    );
}

TEST(Export, OmitsAbsentMembers) {
    EXPECT_EQ(
        encode_export({.arn = "arn"}),
        R"({"ExportArn":"arn","ExportStatus":"IN_PROGRESS","S3SseAlgorithm":"AES256",)"
        R"("ExportFormat":"DYNAMODB_JSON","StartMs":0,"BilledSizeBytes":0,"ItemCount":0})"
    );
}

TEST(Export, RefusesInvalidText) {
    EXPECT_EQ(decode_export(""), std::nullopt);
    EXPECT_EQ(decode_export("[]"), std::nullopt);
    EXPECT_EQ(decode_export(R"({"ExportArn":"arn","StartMs":1})"), std::nullopt);
    EXPECT_EQ(
        decode_export(R"({"ExportArn":"arn","ExportStatus":"NEW","StartMs":1})"), std::nullopt
    );
}

TEST(Export, HasItsFolderBelowThePrefix) {
    ExportDescription description = everything();
    EXPECT_EQ(export_folder(description), "prefix/AWSDynamoDB/0175-1a2b3c4d/");
    description.specification.prefix.clear();
    EXPECT_EQ(export_folder(description), "AWSDynamoDB/0175-1a2b3c4d/");
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
