// GetItem, PutItem, UpdateItem, DeleteItem on the engine: table → plan → apply or read → reply.
// Thread-safe.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/items/items.hpp"

namespace stator::engine::operations {

protocol::Result<std::string> get_item(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::items::GetItemRequest& request
);
protocol::Result<std::string> put_item(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::items::PutItemRequest& request
);
protocol::Result<std::string> update_item(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::items::UpdateItemRequest& request
);
protocol::Result<std::string> delete_item(
    Engine& engine,
    RequestContext& context,
    const protocol::operations::items::DeleteItemRequest& request
);

}  // namespace stator::engine::operations
