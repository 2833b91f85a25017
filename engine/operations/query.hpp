// Query and Scan on the engine. Thread-safe.
#pragma once

#include <string>

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/query/query.hpp"

namespace stator::engine::operations {

Result<requests::query::ReadReply> query(
    const universes::Call& call, const requests::query::QueryRequest& request
);
Result<requests::query::ReadReply> scan(
    const universes::Call& call, const requests::query::ScanRequest& request
);

}  // namespace stator::engine::operations
