#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/operations/transactions/transactions.hpp"
#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::transactions {
namespace {

std::vector<TransactTableReply> two_tables() {
    std::vector<TransactTableReply> tables(2);
    tables[0] = {"one", {.table = 2}, {tests::item("{'pk': {'S': 'a'}}")}};
    tables[1] = {"two", {.table = 4}, {}};
    return tables;
}

TEST(TransactWriteReply, HasOnlyRequestedMembers) {
    TransactWriteRequest request;
    EXPECT_EQ(encode_transact_write_items(request, {two_tables(), CapacityUnitKind::Write}), "{}");
    request.collection_metrics = true;
    EXPECT_EQ(
        single_quoted(encode_transact_write_items(request, {two_tables(), CapacityUnitKind::Write})
        ),
        "{'ItemCollectionMetrics':{'one':[{'ItemCollectionKey':{'pk':{'S':'a'}},"
        "'SizeEstimateRangeGB':[0.0,1.0]}]}}"
    );
    request.collection_metrics = false;
    request.capacity = CapacityReport::Total;
    EXPECT_EQ(
        single_quoted(encode_transact_write_items(request, {two_tables(), CapacityUnitKind::Read})),
        "{'ConsumedCapacity':[{'TableName':'one','CapacityUnits':2.0,'ReadCapacityUnits':2.0},"
        "{'TableName':'two','CapacityUnits':4.0,'ReadCapacityUnits':4.0}]}"
    );
}

TEST(TransactGetReply, HasAnElementForEveryGet) {
    TransactGetRequest request;
    request.gets.resize(3);
    request.gets[1].projection = {values::DocumentPath{{"v"}}};
    request.gets[2].projection = {values::DocumentPath{{"z"}}};
    const auto item = tests::item("{'pk': {'S': 'a'}, 'v': {'N': '1'}}");
    EXPECT_EQ(
        single_quoted(encode_transact_get_items(request, {{item, item, item}, {}})),
        "{'Responses':[{'Item':{'pk':{'S':'a'},'v':{'N':'1'}}},{'Item':{'v':{'N':'1'}}},{}]}"
    );
    EXPECT_EQ(
        single_quoted(encode_transact_get_items(request, {{nullptr, item, nullptr}, {}})),
        "{'Responses':[{},{'Item':{'v':{'N':'1'}}},{}]}"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::transactions
