// Query and Scan on the engine. Thread-safe.
#pragma once

#include <string>

#include "engine/base/request_context.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/query/query.hpp"

namespace stator::engine {

protocol::Result<std::string> query(
    Engine& engine, RequestContext& context, const protocol::QueryRequest& request
);
protocol::Result<std::string> scan(
    Engine& engine, RequestContext& context, const protocol::ScanRequest& request
);

}  // namespace stator::engine
