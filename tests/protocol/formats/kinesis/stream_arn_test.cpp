#include "protocol/formats/kinesis/stream_arn.hpp"

#include <gtest/gtest.h>

#include <string>

namespace stator::protocol::formats::kinesis {
namespace {

TEST(KinesisStreamArn, HasTheNameOfItsStream) {
    struct Row {
        std::string arn;
        std::string name;
    };

    const std::string account = "arn:aws:kinesis:us-east-1:123456789012:";
    for (const Row& row : {
             Row{account + "stream/changes", "changes"},
             Row{account + "stream/a.b_c-1", "a.b_c-1"},
             Row{"arn:aws-cn:kinesis:cn-north-1:123456789012:stream/x", "x"},
             Row{account + "stream/" + std::string(128, 'x'), std::string(128, 'x')},
             Row{account + "stream/" + std::string(129, 'x'), ""},
             Row{account + "stream/", ""},
             Row{account + "stream/a/b", ""},
             Row{account + "stream/../x", ""},
             Row{account + "table/changes", ""},
             Row{"arn:aws:firehose:us-east-1:123456789012:stream/changes", ""},
             Row{"arn:aws:kinesis:us-east-1:12345678901:stream/changes", ""},
             Row{"arn:aws:kinesis::123456789012:stream/changes", ""},
             Row{"arn:other:kinesis:us-east-1:123456789012:stream/changes", ""},
             Row{"stream/changes", ""},
             Row{"", ""},
         }) {
        EXPECT_EQ(stream_of_arn(row.arn), row.name) << row.arn;
    }
}

TEST(KinesisStreamArn, ReportsWhyAStreamCannotBeUsed) {
    const std::string table = "arn:aws:dynamodb:us-east-1:000000000000:table/t";
    EXPECT_EQ(why_enabling_fails("arn:aws:kinesis:us-east-1:000000000000:stream/s", table), "");
    // The account of the ARN is not checked.
    EXPECT_EQ(why_enabling_fails("arn:aws:kinesis:us-east-1:123456789012:stream/s", table), "");
    EXPECT_EQ(
        why_enabling_fails("arn:aws:kinesis:eu-west-1:000000000000:stream/s", table),
        "The kinesis Arn used to enable kinesis replication belongs to a stream which is not in "
        "the current region"
    );
    EXPECT_EQ(
        why_enabling_fails("no stream at all", table),
        "User does not have a permission to use kinesis stream"
    );
}

}  // namespace
}  // namespace stator::protocol::formats::kinesis
