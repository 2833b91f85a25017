// ExecuteStatement, BatchExecuteStatement, ExecuteTransaction. Each returns the reply's JSON.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/statements/statements.hpp"

namespace stator::engine::operations {

protocol::Result<std::string> execute_statement(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::statements::ExecuteStatementRequest& request
);

// Members run one after another; one that fails does not stop the others.
protocol::Result<std::string> batch_execute_statement(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::statements::BatchExecuteStatementRequest& request
);

// All statements or none; a repeated ClientRequestToken makes a repeated transaction harmless.
protocol::Result<std::string> execute_transaction(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::statements::ExecuteTransactionRequest& request
);

}  // namespace stator::engine::operations
