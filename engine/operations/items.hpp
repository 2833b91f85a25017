// GetItem, PutItem, UpdateItem, DeleteItem on the engine: table → plan → apply or read → reply. An
// operation may modify its request: it binds keys in the request's images. Thread-safe.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/items/items.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::items::GetItemReply> get_item(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::items::GetItemRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::items::WriteReply> put_item(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::items::PutItemRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::items::WriteReply> update_item(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::items::UpdateItemRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::items::WriteReply> delete_item(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    protocol::operations::items::DeleteItemRequest& request,
    RequestOutcome& outcome
);

}  // namespace stator::engine::operations
