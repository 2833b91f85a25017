// ExecuteStatement, BatchExecuteStatement, ExecuteTransaction. Each returns its reply as a value.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/statements/statements.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::statements::ExecuteStatementReply> execute_statement(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::statements::ExecuteStatementRequest& request,
    RequestOutcome& outcome
);

// Members run one after another; one that fails does not stop the others.
protocol::Result<protocol::operations::statements::BatchExecuteStatementReply>
batch_execute_statement(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::statements::BatchExecuteStatementRequest& request,
    RequestOutcome& outcome
);

// All statements or none; a ClientRequestToken makes a repeated transaction harmless.
protocol::Result<protocol::operations::statements::ExecuteTransactionReply> execute_transaction(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::statements::ExecuteTransactionRequest& request,
    RequestOutcome& outcome
);

}  // namespace stator::engine::operations
