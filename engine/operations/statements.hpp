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

// Members run one after another; one that fails does not stop the others.
Result<requests::statements::BatchExecuteStatementReply> batch_execute_statement(
    const universes::Call& call, requests::statements::BatchExecuteStatementRequest& request
);

// All statements or none; a ClientRequestToken makes a repeated transaction harmless.
Result<requests::statements::ExecuteTransactionReply> execute_transaction(
    const universes::Call& call, requests::statements::ExecuteTransactionRequest& request
);

}  // namespace stator::engine::operations
