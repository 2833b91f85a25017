// GetItem, PutItem, UpdateItem and DeleteItem on the engine: table → plan → apply or read → reply.
// An operation may modify its request: it binds keys in the request's images. Thread-safe.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/items/items.hpp"

namespace stator::engine::operations {

Result<requests::items::GetItemReply> get_item(
    const universes::Call& call, requests::items::GetItemRequest& request
);
Result<requests::items::WriteReply> put_item(
    const universes::Call& call, requests::items::PutItemRequest& request
);
Result<requests::items::WriteReply> update_item(
    const universes::Call& call, requests::items::UpdateItemRequest& request
);
Result<requests::items::WriteReply> delete_item(
    const universes::Call& call, requests::items::DeleteItemRequest& request
);

}  // namespace stator::engine::operations
