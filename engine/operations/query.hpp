// Query and Scan on the engine. Thread-safe.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/query/query.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::query::ReadReply> query(
    const universes::Call& call, const protocol::operations::query::QueryRequest& request
);
protocol::Result<protocol::operations::query::ReadReply> scan(
    const universes::Call& call, const protocol::operations::query::ScanRequest& request
);

}  // namespace stator::engine::operations
