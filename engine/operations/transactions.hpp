// TransactWriteItems and TransactGetItems on the engine. Each returns the reply's JSON.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "protocol/operations/transactions/transactions.hpp"

namespace stator::engine {

protocol::Result<std::string> transact_write_items(
    Engine& engine, RequestContext& context, const protocol::TransactWriteRequest& request
);
protocol::Result<std::string> transact_get_items(
    Engine& engine, RequestContext& context, const protocol::TransactGetRequest& request
);

}  // namespace stator::engine
