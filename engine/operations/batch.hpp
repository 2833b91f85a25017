// BatchGetItem and BatchWriteItem on the engine. Thread-safe. Not atomic across items, but nothing
// is written when any part of the batch is invalid.
#pragma once

#include <string>

#include "engine/engine.hpp"
#include "engine/request_context.hpp"
#include "protocol/operations/batch.hpp"
#include "protocol/result.hpp"

namespace stator::engine {

protocol::Result<std::string> batch_get_item(
    Engine& engine, RequestContext& context, const protocol::BatchGetRequest& request
);
protocol::Result<std::string> batch_write_item(
    Engine& engine, RequestContext& context, const protocol::BatchWriteRequest& request
);

}  // namespace stator::engine
