#include "protocol/formats/transfer/import.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::formats::transfer {
namespace {

ImportDescription full_import() {
    ImportDescription description;
    description.arn = "arn:aws:dynamodb:us-east-1:000000000000:table/tbl/import/0175-1a2b3c4d";
    description.status = TransferStatus::Failed;
    description.table_arn = "table arn";
    description.table_id = "id";
    description.specification = {
        "bucket",
        "111122223333",
        "prefix",
        ImportFormat::Csv,
        Compression::Zstd,
        ';',
        {"a", "b"},
        R"({"Csv":{"Delimiter":";"}})",
        R"({"TableName":"tbl"})",
        "token"};
    description.start = Instant(4);
    description.end = Instant(5);
    description.counts = {6, 7, 8, 9};
    description.failure_code = "code";
    description.failure_message = "message";
    description.request = "{}";
    return description;
}

TEST(Import, IsKeptWithEveryMember) {
    const ImportDescription description = full_import();
    EXPECT_EQ(decode_import(encode_import(description)), description);
    ImportDescription least;
    least.arn = "arn";
    EXPECT_EQ(decode_import(encode_import(least)), least);
    EXPECT_EQ(decode_import("{}"), std::nullopt);
}

// Existing data files contain this text.
TEST(Import, KeepsItsText) {
    EXPECT_EQ(
        encode_import(full_import()),
        R"({"ImportArn":"arn:aws:dynamodb:us-east-1:000000000000:table/tbl/import/0175-1a2b3c4d",)"
        R"("ImportStatus":"FAILED","TableArn":"table arn","TableId":"id","S3Bucket":"bucket",)"
        R"("S3BucketOwner":"111122223333","S3KeyPrefix":"prefix","InputFormat":"CSV",)"
        R"("Compression":"ZSTD","Delimiter":";","HeaderList":["a","b"],)"
        R"("InputFormatOptions":"{\"Csv\":{\"Delimiter\":\";\"}}",)"
        R"("TableCreationParameters":"{\"TableName\":\"tbl\"}","ClientToken":"token","StartMs":4,)"
        R"("EndMs":5,"ProcessedSizeBytes":6,"ProcessedItemCount":7,"ImportedItemCount":8,)"
        R"("ErrorCount":9,"FailureCode":"code","FailureMessage":"message","Request":"{}"})"
    );
}

// AWS: the example in its documentation.
TEST(Import, LogsErrorsLikeAws) {
    EXPECT_EQ(
        import_error_line({"b", "k", 0, "arn", "One or more parameter values were invalid"}),
        R"({"itemS3Pointer":{"bucket":"b","key":"k","itemIndex":0},"importArn":"arn",)"
        R"("errorMessages":["One or more parameter values were invalid"]})"
    );
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
