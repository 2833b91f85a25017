#include "protocol/formats/transfer/transfer_arn.hpp"

#include <gtest/gtest.h>

namespace stator::protocol::formats::transfer {
namespace {

constexpr std::string_view kTable = "arn:aws:dynamodb:us-east-1:000000000000:table/tbl";

TEST(TransferArn, HasATimeAndASuffix) {
    const std::string arn = transfer_arn(kTable, kExport, Instant(1'768'385'930'622), 0x1A2B3C4D);
    EXPECT_EQ(arn, std::string(kTable) + "/export/01768385930622-1a2b3c4d");
    EXPECT_EQ(transfer_id(arn), "01768385930622-1a2b3c4d");
    const auto parts = split_transfer_arn(arn, kExport);
    ASSERT_TRUE(parts);
    EXPECT_EQ(parts->region, "us-east-1");
    EXPECT_EQ(parts->account, "000000000000");
    EXPECT_EQ(parts->table_name, "tbl");
    EXPECT_EQ(parts->id, "01768385930622-1a2b3c4d");
    EXPECT_FALSE(split_transfer_arn(arn, kImport));
}

TEST(TransferArn, RefusesOtherArns) {
    for (const char* end : {"", "/export", "/export/", "/export/a/b", "/backup/1", "/x/export/1"}) {
        EXPECT_FALSE(split_transfer_arn(std::string(kTable) + end, kExport)) << end;
    }
    EXPECT_FALSE(split_transfer_arn("arn:aws:s3:us-east-1:000000000000:table/t/export/1", kExport));
}

TEST(TransferArn, NamesTheTableOfTheExport) {
    const model::TableScope scope{"us-east-1", "000000000000"};
    EXPECT_EQ(*exported_table(kTable, scope), "tbl");
    const auto error = [&](std::string_view arn) { return exported_table(arn, scope).error(); };
    EXPECT_EQ(
        error("tbl").message,
        "One or more parameter values were invalid: tableArn is not a valid ARN"
    );
    EXPECT_EQ(error("").message, "Invalid TableArn: Invalid Table ARN");
    EXPECT_EQ(
        error(std::string(kTable) + "/index/i").message, "Invalid Request: Table ARN is invalid."
    );
    EXPECT_EQ(
        error("arn:aws:s3:us-east-1:000000000000:table/tbl").message,
        "Invalid Request: Table ARN is invalid."
    );
    EXPECT_EQ(
        error("arn:aws:dynamodb:us-east-1:111122223333:table/tbl").type,
        ErrorType::AccessDeniedException
    );
    EXPECT_EQ(
        error("arn:aws:dynamodb:eu-west-1:000000000000:table/tbl").type,
        ErrorType::TableNotFoundException
    );
}

}  // namespace
}  // namespace stator::protocol::formats::transfer
