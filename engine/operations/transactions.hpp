// TransactWriteItems and TransactGetItems on the engine. Each returns its reply as a value.
#pragma once

#include <string>

#include "engine/faults/watched_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/operations/transactions/transactions.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::transactions::TransactWriteReply> transact_write_items(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::transactions::TransactWriteRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::transactions::TransactGetReply> transact_get_items(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::transactions::TransactGetRequest& request,
    RequestOutcome& outcome
);

}  // namespace stator::engine::operations
