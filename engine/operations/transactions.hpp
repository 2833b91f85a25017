// TransactWriteItems and TransactGetItems on the engine. Each returns its reply as a value.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "protocol/operations/transactions/transactions.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::transactions::TransactWriteReply> transact_write_items(
    Engine& engine,
    const RequestContext& context,
    protocol::operations::transactions::TransactWriteRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::transactions::TransactGetReply> transact_get_items(
    Engine& engine,
    const RequestContext& context,
    protocol::operations::transactions::TransactGetRequest& request
);

}  // namespace stator::engine::operations
