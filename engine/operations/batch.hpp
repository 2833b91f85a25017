// BatchGetItem and BatchWriteItem on the engine. Thread-safe. Not atomic across items, but if any
// part of the batch is invalid, nothing is written.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/batch/batch.hpp"

namespace stator::engine::operations {

Result<requests::batch::BatchGetReply> batch_get_item(
    const universes::Call& call, requests::batch::BatchGetRequest& request
);
Result<requests::batch::BatchWriteReply> batch_write_item(
    const universes::Call& call, requests::batch::BatchWriteRequest& request
);

}  // namespace stator::engine::operations
