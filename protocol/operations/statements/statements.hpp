// ExecuteStatement, BatchExecuteStatement, ExecuteTransaction: requests, their validation without
// tables, replies.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "protocol/base/result.hpp"
#include "protocol/operations/consumed_capacity.hpp"
#include "protocol/operations/transactions/transactions.hpp"
#include "protocol/partiql/next_token.hpp"
#include "protocol/partiql/statement.hpp"
#include "protocol/values/item_image.hpp"
#include "protocol/wire/json.hpp"

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
    // A member's fault is that member's alone.
    Result<partiql::Statement> statement;
    bool consistent = false;
};

struct BatchExecuteStatementRequest {
    std::vector<BatchStatement> statements;
    CapacityReport capacity = CapacityReport::None;
};

struct TransactStatement {
    // The first faulty statement is told together with its place.
    Result<partiql::Statement> statement;
    bool return_item_on_failure = false;
};

struct ExecuteTransactionRequest {
    std::vector<TransactStatement> statements;
    CapacityReport capacity = CapacityReport::None;
    // ClientRequestToken, "" without one.
    std::string token;
    // What must be equal in a request that repeats the token: statements and parameters.
    std::string payload;
};

Result<ExecuteStatementRequest> decode_execute_statement(wire::JsonView request);
Result<BatchExecuteStatementRequest> decode_batch_execute_statement(wire::JsonView request);
Result<ExecuteTransactionRequest> decode_execute_transaction(wire::JsonView request);

struct ExecuteStatementReply {
    // Rows before the statement's columns are taken, or what RETURNING asks for.
    std::vector<values::ItemImagePtr> items;
    std::optional<partiql::NextToken> next_token;
    values::ItemImagePtr last_evaluated_key;  // may be null beside a NextToken
    Consumption consumption;
};

// What one member of a batch answers.
struct BatchStatementReply {
    std::optional<ApiError> error;
    // AWS: told unless the member was refused before it ran.
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
    // In the order of the request's statements, null for a missing one; a transaction of writes has
    // none.
    std::vector<values::ItemImagePtr> items;
    std::vector<transactions::TransactTableReply> tables;
    // Read for reads and for the replay of a repeated request.
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

}  // namespace stator::protocol::operations::statements
