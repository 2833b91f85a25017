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
    // The parsed statement, or its error, which does not affect other statements of the batch.
    Result<partiql::Statement> statement;
    bool consistent = false;
};

struct BatchExecuteStatementRequest {
    std::vector<BatchStatement> statements;
    CapacityReport capacity = CapacityReport::None;
};

struct TransactStatement {
    // The parsed statement, or its error. The transaction reports the first error, with the
    // statement's index.
    Result<partiql::Statement> statement;
    bool return_item_on_failure = false;
};

struct ExecuteTransactionRequest {
    std::vector<TransactStatement> statements;
    CapacityReport capacity = CapacityReport::None;
    // ClientRequestToken; "" if absent.
    std::string token;
    // Statements and parameters, which must be the same in a request that repeats the token.
    std::string payload;
};

Result<ExecuteStatementRequest> decode_execute_statement(wire::JsonView request);
Result<BatchExecuteStatementRequest> decode_batch_execute_statement(wire::JsonView request);
Result<ExecuteTransactionRequest> decode_execute_transaction(wire::JsonView request);

struct ExecuteStatementReply {
    // Complete items that the statement's projection has not been applied to yet, or the items that
    // RETURNING requests.
    std::vector<values::ItemImagePtr> items;
    std::optional<partiql::NextToken> next_token;
    values::ItemImagePtr last_evaluated_key;  // may be null even if next_token is set
    Consumption consumption;
};

// The result of one member of a batch.
struct BatchStatementReply {
    std::optional<ApiError> error;
    // AWS: TableName is shown unless the member was rejected before it ran.
    // [case BatchExecuteStatement/errors_name_table]
    bool names_table = false;
    std::string table_name;
    values::ItemImagePtr item;  // null if there is no item
    Consumption consumption;
};

struct BatchExecuteStatementReply {
    std::vector<BatchStatementReply> members;  // in the order of the request's statements
};

struct ExecuteTransactionReply {
    // In the order of the request's statements; null for a missing item. Empty for a transaction of
    // writes.
    std::vector<values::ItemImagePtr> items;
    std::vector<transactions::TransactTableReply> tables;
    // Read for a transaction of reads, and for the repetition of an idempotent request.
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

// The shapes of these requests.
extern const wire::Shape kExecuteStatementShape;
extern const wire::Shape kBatchExecuteStatementShape;
extern const wire::Shape kExecuteTransactionShape;

// The operations of this file, for the lists of all operations.
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
