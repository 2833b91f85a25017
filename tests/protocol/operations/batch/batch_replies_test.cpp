#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/operations/batch/batch.hpp"
#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::batch {
namespace {

TEST(BatchGetReply, ShowsEveryTableAndUnprocessedKeys) {
    const auto request = decoded(
        decode_batch_get_item,
        "{'RequestItems': {'one': {'Keys': [{'pk': {'S': 'a'}}], 'ProjectionExpression': 'v'},"
        " 'two': {'Keys': [{'pk': {'S': 'b'}}]}}, 'ReturnConsumedCapacity': 'TOTAL'}"
    );
    std::vector<BatchGetTableReply> replies(2);
    replies[0].items = {tests::item("{'pk': {'S': 'a'}, 'v': {'N': '1'}}")};
    replies[0].unprocessed_keys = {tests::item("{'pk': {'S': 'c'}}")};
    replies[0].consumption.table = 0.5;
    EXPECT_EQ(
        single_quoted(encode_batch_get_item(request, {replies})),
        "{'Responses':{'one':[{'v':{'N':'1'}}],'two':[]},"
        "'UnprocessedKeys':{'one':{'Keys':[{'pk':{'S':'c'}}],'ProjectionExpression':'v'}},"
        "'ConsumedCapacity':[{'TableName':'one','CapacityUnits':0.5},"
        "{'TableName':'two','CapacityUnits':0.0}]}"
    );
}

TEST(BatchWriteReply, ShowsUnprocessedWrites) {
    const auto request = decoded(
        decode_batch_write_item,
        "{'RequestItems': {'one': [{'PutRequest': {'Item': {'pk': {'S': 'a'}}}},"
        " {'DeleteRequest': {'Key': {'pk': {'S': 'b'}}}}],"
        " 'two': [{'DeleteRequest': {'Key': {'pk': {'S': 'c'}}}}]}}"
    );
    std::vector<BatchWriteTableReply> replies(2);
    EXPECT_EQ(encode_batch_write_item(request, {replies}), "{\"UnprocessedItems\":{}}");
    replies[0].unprocessed = {&request.tables[0].writes[1], &request.tables[0].writes.front()};
    replies[1].collection_keys = {tests::item("{'pk': {'S': 'c'}}")};
    EXPECT_EQ(
        single_quoted(encode_batch_write_item(request, {replies})),
        "{'UnprocessedItems':{'one':[{'DeleteRequest':{'Key':{'pk':{'S':'b'}}}},"
        "{'PutRequest':{'Item':{'pk':{'S':'a'}}}}]},"
        "'ItemCollectionMetrics':{'two':[{'ItemCollectionKey':{'pk':{'S':'c'}},"
        "'SizeEstimateRangeGB':[0.0,1.0]}]}}"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::batch
