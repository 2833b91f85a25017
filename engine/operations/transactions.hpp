// TransactWriteItems and TransactGetItems on the engine. Each returns its reply as a value.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/operations/transactions/transactions.hpp"

namespace stator::engine::operations {

Result<requests::transactions::TransactWriteReply> transact_write_items(
    const universes::Call& call, requests::transactions::TransactWriteRequest& request
);
Result<requests::transactions::TransactGetReply> transact_get_items(
    const universes::Call& call, requests::transactions::TransactGetRequest& request
);

}  // namespace stator::engine::operations
