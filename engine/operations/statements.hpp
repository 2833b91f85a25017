// ExecuteStatement, BatchExecuteStatement, ExecuteTransaction. Each returns its reply as a value.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/statements/statements.hpp"

namespace stator::engine::operations {

Result<requests::statements::ExecuteStatementReply> execute_statement(
    const universes::Call& call, requests::statements::ExecuteStatementRequest& request
);

// Members run one after another; if one fails, the others still run.
Result<requests::statements::BatchExecuteStatementReply> batch_execute_statement(
    const universes::Call& call, requests::statements::BatchExecuteStatementRequest& request
);

// Runs all statements or none. A ClientRequestToken makes repeating a transaction harmless.
Result<requests::statements::ExecuteTransactionReply> execute_transaction(
    const universes::Call& call, requests::statements::ExecuteTransactionRequest& request
);

}  // namespace stator::engine::operations
