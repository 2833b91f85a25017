// BatchGetItem and BatchWriteItem on the engine. Thread-safe. Not atomic across items, but nothing
// is written when any part of the batch is invalid.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/batch/batch.hpp"

namespace stator::engine::operations {

protocol::Result<std::string> batch_get_item(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::batch::BatchGetRequest& request
);
protocol::Result<std::string> batch_write_item(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::batch::BatchWriteRequest& request
);

}  // namespace stator::engine::operations
