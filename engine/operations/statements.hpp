// ExecuteStatement, BatchExecuteStatement, ExecuteTransaction. Each returns its reply as a value.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/statements/statements.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::statements::ExecuteStatementReply> execute_statement(
    const universes::Call& call, protocol::operations::statements::ExecuteStatementRequest& request
);

// Members run one after another; one that fails does not stop the others.
protocol::Result<protocol::operations::statements::BatchExecuteStatementReply>
batch_execute_statement(
    const universes::Call& call,
    protocol::operations::statements::BatchExecuteStatementRequest& request
);

// All statements or none; a ClientRequestToken makes a repeated transaction harmless.
protocol::Result<protocol::operations::statements::ExecuteTransactionReply> execute_transaction(
    const universes::Call& call,
    protocol::operations::statements::ExecuteTransactionRequest& request
);

}  // namespace stator::engine::operations
