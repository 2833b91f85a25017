// GetItem, PutItem, UpdateItem, DeleteItem on the engine: table → plan → apply or read → reply. An
// operation may modify its request: it binds keys in the request's images. Thread-safe.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/items/items.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::items::GetItemReply> get_item(
    const universes::Call& call, protocol::operations::items::GetItemRequest& request
);
protocol::Result<protocol::operations::items::WriteReply> put_item(
    const universes::Call& call, protocol::operations::items::PutItemRequest& request
);
protocol::Result<protocol::operations::items::WriteReply> update_item(
    const universes::Call& call, protocol::operations::items::UpdateItemRequest& request
);
protocol::Result<protocol::operations::items::WriteReply> delete_item(
    const universes::Call& call, protocol::operations::items::DeleteItemRequest& request
);

}  // namespace stator::engine::operations
