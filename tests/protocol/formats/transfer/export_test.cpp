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

TEST(Export, IsNotReadFromWhatIsNone) {
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
