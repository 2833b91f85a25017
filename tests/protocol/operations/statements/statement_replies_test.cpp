#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "protocol/operations/statements/statements.hpp"
#include "tests/protocol/operations/decoding.hpp"

namespace stator::protocol::operations::statements {
namespace {

values::ItemImagePtr row() {
    return tests::item("{'pk': {'S': 'a'}, 'v': {'N': '1'}}");
}

TEST(ExecuteStatementReply, ShowsTheRequestedColumns) {
    ExecuteStatementReply reply;
    reply.items = {row()};
    reply.consumption.table = 0.5;
    const auto all = decoded(decode_execute_statement, "{'Statement': 'SELECT * FROM tbl'}");
    EXPECT_EQ(
        single_quoted(encode_execute_statement(all, reply)),
        "{'Items':[{'pk':{'S':'a'},'v':{'N':'1'}}]}"
    );
    const auto some = decoded(
        decode_execute_statement,
        "{'Statement': 'SELECT v, z FROM tbl', 'ReturnConsumedCapacity': 'TOTAL'}"
    );
    EXPECT_EQ(
        single_quoted(encode_execute_statement(some, reply)),
        "{'Items':[{'v':{'N':'1'}}],'ConsumedCapacity':{'TableName':'tbl','CapacityUnits':0.5}}"
    );
}

TEST(ExecuteStatementReply, HasATokenIfMoreRowsFollow) {
    const auto request = decoded(decode_execute_statement, "{'Statement': 'SELECT * FROM tbl'}");
    ExecuteStatementReply reply;
    reply.next_token = partiql::NextToken{1, 0, std::nullopt};
    reply.last_evaluated_key = tests::item("{'pk': {'S': 'k'}}");
    EXPECT_EQ(
        single_quoted(encode_execute_statement(request, reply)),
        "{'Items':[],'NextToken':'" + partiql::encode_next_token(*reply.next_token) +
            "','LastEvaluatedKey':{'pk':{'S':'k'}}}"
    );
}

TEST(BatchExecuteStatementReply, ShortensExceptionsToCodes) {
    const auto request = decoded(
        decode_batch_execute_statement,
        "{'Statements': [{'Statement': 'x'}, {'Statement': 'SELECT v FROM tbl WHERE pk = 1'},"
        " {'Statement': 'x'}], 'ReturnConsumedCapacity': 'TOTAL'}"
    );
    std::vector<BatchStatementReply> replies(3);
    replies[0].error = ApiError{ErrorType::ValidationException, "bad"};
    replies[1].names_table = true;
    replies[1].table_name = "tbl";
    replies[1].item = row();
    replies[1].consumption.table = 0.5;
    replies[2].error = ApiError{ErrorType::InternalServerError, "worse"};
    replies[2].names_table = true;
    replies[2].table_name = "tbl";
    EXPECT_EQ(
        single_quoted(encode_batch_execute_statement(request, {replies})),
        "{'Responses':[{'Error':{'Code':'ValidationError','Message':'bad'}},"
        "{'TableName':'tbl','Item':{'v':{'N':'1'}}},"
        "{'Error':{'Code':'InternalServerError','Message':'worse'},'TableName':'tbl'}],"
        "'ConsumedCapacity':[{'TableName':'tbl','CapacityUnits':0.5}]}"
    );
}

TEST(BatchExecuteStatementReply, AddsUpTheCapacityOfATable) {
    const auto request = decoded(
        decode_batch_execute_statement,
        "{'Statements': [{'Statement': 'x'}, {'Statement': 'x'}, {'Statement': 'x'}],"
        " 'ReturnConsumedCapacity': 'TOTAL'}"
    );
    std::vector<BatchStatementReply> replies(3);
    const std::vector<std::string> tables = {"two", "one", "two"};
    for (std::size_t i = 0; i < replies.size(); ++i) {
        replies[i].table_name = tables[i];
        replies[i].consumption.table = 1;
    }
    const std::string body = single_quoted(encode_batch_execute_statement(request, {replies}));
    EXPECT_EQ(
        body.substr(body.find("'ConsumedCapacity'")),
        "'ConsumedCapacity':[{'TableName':'two','CapacityUnits':2.0},"
        "{'TableName':'one','CapacityUnits':1.0}]}"
    );
}

TEST(ExecuteTransactionReply, HasAnElementForEveryRead) {
    const std::string select = "{'Statement': 'SELECT v FROM tbl WHERE pk = 1'}";
    const auto request = decoded(
        decode_execute_transaction, "{'TransactStatements': [" + select + ", " + select + "]}"
    );
    EXPECT_EQ(
        single_quoted(
            encode_execute_transaction(request, {{nullptr, row()}, {}, CapacityUnitKind::Read})
        ),
        "{'Responses':[{},{'Item':{'v':{'N':'1'}}}]}"
    );
    EXPECT_EQ(
        encode_execute_transaction(request, {{}, {}, CapacityUnitKind::Write}), "{\"Responses\":[]}"
    );
}

}  // namespace
}  // namespace stator::protocol::operations::statements
