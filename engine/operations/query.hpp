// Query and Scan on the engine. Thread-safe.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/query/query.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::query::ReadReply> query(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::query::QueryRequest& request
);
protocol::Result<protocol::operations::query::ReadReply> scan(
    universes::Universe& universe,
    const RequestContext& context,
    const protocol::operations::query::ScanRequest& request
);

}  // namespace stator::engine::operations
