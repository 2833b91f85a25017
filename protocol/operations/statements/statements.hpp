// ExecuteStatement, BatchExecuteStatement, ExecuteTransaction: requests, their validation without
// tables, replies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/operations/consumed_capacity.hpp"
#include "protocol/operations/operation_spec.hpp"
#include "protocol/operations/transactions/transactions.hpp"
#include "protocol/partiql/next_token.hpp"
#include "protocol/partiql/statement.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/wire/json.hpp"
#include "protocol/wire/shape.hpp"

namespace stator::protocol::operations::statements {

struct ExecuteStatementRequest {
    partiql::Statement statement;
    std::uint64_t fingerprint = 0;
    bool consistent = false;
    std::optional<std::uint64_t> limit;
    std::optional<std::string> next_token;
    bool return_item_on_failure = false;
    CapacityReport capacity = CapacityReport::None;
};

// AWS: a batch accepts ReturnValuesOnConditionCheckFailure and ignores it.
// [case BatchExecuteStatement/condition_failure]
struct BatchStatement {
    // The error of a faulty statement, which affects no other statement of the batch.
    Result<partiql::Statement> statement;
    bool consistent = false;
};

struct BatchExecuteStatementRequest {
    std::vector<BatchStatement> statements;
    CapacityReport capacity = CapacityReport::None;
};

struct TransactStatement {
    // The error of a faulty statement. The transaction reports the first one, with its index.
    Result<partiql::Statement> statement;
    bool return_item_on_failure = false;
};

struct ExecuteTransactionRequest {
    std::vector<TransactStatement> statements;
    CapacityReport capacity = CapacityReport::None;
    // ClientRequestToken, "" without one.
    std::string token;
    // What must be the same in a request that repeats the token: statements and parameters.
    std::string payload;
};

Result<ExecuteStatementRequest> decode_execute_statement(wire::JsonView request);
Result<BatchExecuteStatementRequest> decode_batch_execute_statement(wire::JsonView request);
Result<ExecuteTransactionRequest> decode_execute_transaction(wire::JsonView request);

struct ExecuteStatementReply {
    // Whole rows, from which the statement's columns are still to be taken, or the items that
    // RETURNING asks for.
    std::vector<values::ItemImagePtr> items;
    std::optional<partiql::NextToken> next_token;
    values::ItemImagePtr last_evaluated_key;  // can be null even when there is a NextToken
    Consumption consumption;
};

// The result of one member of a batch.
struct BatchStatementReply {
    std::optional<ApiError> error;
    // AWS: TableName is shown unless the member was rejected before it ran.
    // [case BatchExecuteStatement/errors_name_table]
    bool names_table = false;
    std::string table_name;
    values::ItemImagePtr item;  // null when there is none
    Consumption consumption;
};

struct BatchExecuteStatementReply {
    std::vector<BatchStatementReply> members;  // in the order of the request's statements
};

struct ExecuteTransactionReply {
    // In the order of the request's statements, null for a missing item. Empty for a transaction of
    // writes.
    std::vector<values::ItemImagePtr> items;
    std::vector<transactions::TransactTableReply> tables;
    // Read for a transaction of reads, and for the replay of a repeated request.
    CapacityUnitKind unit_kind = CapacityUnitKind::Read;
};

std::string encode_execute_statement(
    const ExecuteStatementRequest& request, const ExecuteStatementReply& reply
);
std::string encode_batch_execute_statement(
    const BatchExecuteStatementRequest& request, const BatchExecuteStatementReply& reply
);
std::string encode_execute_transaction(
    const ExecuteTransactionRequest& request, const ExecuteTransactionReply& reply
);

// What these requests are checked against.
extern const wire::Shape kExecuteStatementShape;
extern const wire::Shape kBatchExecuteStatementShape;
extern const wire::Shape kExecuteTransactionShape;

// The operations of this file, for the lists of all.
inline constexpr OperationSpec<decode_execute_statement, encode_execute_statement>
    kExecuteStatement{
        {.name = "ExecuteStatement",
         .plane = Plane::Data,
         .access = Access::Either,
         .page = kTokenPage},
        &kExecuteStatementShape};
inline constexpr OperationSpec<decode_batch_execute_statement, encode_batch_execute_statement>
    kBatchExecuteStatement{
        {.name = "BatchExecuteStatement", .plane = Plane::Data, .access = Access::Either},
        &kBatchExecuteStatementShape};
inline constexpr OperationSpec<decode_execute_transaction, encode_execute_transaction>
    kExecuteTransaction{
        {.name = "ExecuteTransaction",
         .plane = Plane::Data,
         .access = Access::Either,
         .is_transaction = true},
        &kExecuteTransactionShape};

}  // namespace stator::protocol::operations::statements
