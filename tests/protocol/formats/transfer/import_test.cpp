#include "protocol/formats/transfer/import.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::formats::transfer {
namespace {

TEST(Import, IsKeptWithEveryMember) {
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
    EXPECT_EQ(decode_import(encode_import(description)), description);
    ImportDescription least;
    least.arn = "arn";
    EXPECT_EQ(decode_import(encode_import(least)), least);
    EXPECT_EQ(decode_import("{}"), std::nullopt);
}

// AWS: the example of its documentation.
TEST(Import, LogsErrorsAsAws) {
    EXPECT_EQ(
        import_error_line({"b", "k", 0, "arn", "One or more parameter values were invalid"}),
        R"({"itemS3Pointer":{"bucket":"b","key":"k","itemIndex":0},"importArn":"arn",)"
        R"("errorMessages":["One or more parameter values were invalid"]})"
    );
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
