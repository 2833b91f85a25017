// ExecuteStatement, BatchExecuteStatement, ExecuteTransaction. Each returns the reply's JSON.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/statements/statements.hpp"

namespace stator::engine {

protocol::Result<std::string> execute_statement(
    Engine& engine, RequestContext& context, const protocol::ExecuteStatementRequest& request
);

// Members run one after another; one that fails does not stop the others.
protocol::Result<std::string> batch_execute_statement(
    Engine& engine, RequestContext& context, const protocol::BatchExecuteStatementRequest& request
);

// All statements or none; a repeated ClientRequestToken makes a repeated transaction harmless.
protocol::Result<std::string> execute_transaction(
    Engine& engine, RequestContext& context, const protocol::ExecuteTransactionRequest& request
);

}  // namespace stator::engine
