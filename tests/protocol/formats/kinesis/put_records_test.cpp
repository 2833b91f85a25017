#include "protocol/formats/kinesis/put_records.hpp"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <vector>

namespace stator::protocol::formats::kinesis {
namespace {

TEST(PutRecords, CarriesItsDataInBase64) {
    const std::vector<PutRecord> records{{"a", "KEY1"}, {"{\"b\":1}", "KEY2"}};
    EXPECT_EQ(
        put_records_request("changes", records),
        R"({"StreamName":"changes","Records":[{"Data":"YQ==","PartitionKey":"KEY1"},)"
        R"({"Data":"eyJiIjoxfQ==","PartitionKey":"KEY2"}]})"
    );
}

TEST(PutRecords, EachRecordHasItsOwnResult) {
    const auto errors = read_put_records_reply(
        R"({"FailedRecordCount":2,"Records":[{"SequenceNumber":"49","ShardId":"shardId-0"},)"
        R"({"ErrorCode":"ProvisionedThroughputExceededException","ErrorMessage":"Rate exceeded"},)"
        R"({"ErrorCode":"InternalFailure"}]})",
        3
    );
    ASSERT_TRUE(errors);
    EXPECT_EQ(
        *errors,
        (std::vector<std::string>{
            "", "ProvisionedThroughputExceededException: Rate exceeded", "InternalFailure"})
    );
}

TEST(PutRecords, CountsOnlyConfirmedRecordsAsAccepted) {
    const auto errors = read_put_records_reply(R"({"Records":[{}]})", 1);
    ASSERT_TRUE(errors);
    EXPECT_EQ(errors->front(), "an error without a code");
    for (const std::string text :
         {"",
          "no JSON",
          "[]",
          "{}",
          R"({"Records":{}})",
          R"({"Records":[]})",
          R"({"Records":[1]})",
          R"({"Records":[{"SequenceNumber":"1"},{"SequenceNumber":"2"}]})"}) {
        EXPECT_FALSE(read_put_records_reply(text, 1)) << text;
    }
}

TEST(PutRecords, ReportsTheErrorOfAReply) {
    struct Row {
        std::string body;
        std::string said;
    };

    for (const Row& row : {
             Row{R"({"__type":"ResourceNotFoundException","message":"Stream x not found"})",
                 "ResourceNotFoundException: Stream x not found"},
             Row{R"({"__type":"com.amazonaws.kinesis#InvalidArgumentException","Message":"no"})",
                 "InvalidArgumentException: no"},
             Row{R"({"message":"only this"})", "only this"},
             Row{R"({"__type":"Alone"})", "Alone"},
             Row{"<html>", ""},
             Row{"", ""},
         }) {
        EXPECT_EQ(put_records_error(row.body), row.said) << row.body;
    }
}

}  // namespace
}  // namespace stator::protocol::formats::kinesis
