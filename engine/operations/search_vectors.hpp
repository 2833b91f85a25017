// SearchVectors on the engine. Thread-safe.
#pragma once

#include "engine/universes/call.hpp"
#include "protocol/base/result.hpp"
#include "protocol/operations/query/search_vectors.hpp"

namespace stator::engine::operations {

Result<requests::query::SearchVectorsReply> search_vectors(
    const universes::Call& call, const requests::query::SearchVectorsRequest& request
);

}  // namespace stator::engine::operations
