// BatchGetItem and BatchWriteItem on the engine. Thread-safe. Not atomic across items, but when any
// part of the batch is invalid, nothing is written.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/batch/batch.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::batch::BatchGetReply> batch_get_item(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::batch::BatchGetRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::batch::BatchWriteReply> batch_write_item(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::batch::BatchWriteRequest& request,
    RequestOutcome& outcome
);

}  // namespace stator::engine::operations
