// SearchVectors on the engine. Thread-safe.
#pragma once

#include "engine/base/request_context.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/universes/universe.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/query/search_vectors.hpp"

namespace stator::engine::operations {

protocol::Result<protocol::operations::query::SearchVectorsReply> search_vectors(
    universes::Universe& universe,
    const faults::WatchedContext& context,
    const protocol::operations::query::SearchVectorsRequest& request
);

}  // namespace stator::engine::operations
