// Query and Scan on the engine. Thread-safe.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/query/query.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::query::ReadReply> query(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    const protocol::operations::query::QueryRequest& request,
    RequestOutcome& outcome
);
protocol::Result<protocol::operations::query::ReadReply> scan(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    const protocol::operations::query::ScanRequest& request,
    RequestOutcome& outcome
);

}  // namespace stator::engine::operations
