// TransactWriteItems and TransactGetItems on the engine. Each returns its reply as a value.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/operations/transactions/transactions.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::transactions::TransactWriteReply> transact_write_items(
    const universes::Call& call, protocol::operations::transactions::TransactWriteRequest& request
);
protocol::Result<protocol::operations::transactions::TransactGetReply> transact_get_items(
    const universes::Call& call, protocol::operations::transactions::TransactGetRequest& request
);

}  // namespace stator::engine::operations
