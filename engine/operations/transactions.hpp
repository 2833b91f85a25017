// TransactWriteItems and TransactGetItems on the engine. Each returns the reply's JSON.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "protocol/operations/transactions/transactions.hpp"

namespace stator::engine::operations {

protocol::Result<std::string> transact_write_items(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::transactions::TransactWriteRequest& request
);
protocol::Result<std::string> transact_get_items(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::transactions::TransactGetRequest& request
);

}  // namespace stator::engine::operations
