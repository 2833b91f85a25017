// Recording: what a change of an item leaves in its table's stream. Pure functions.
#pragma once

#include "engine/write/intent.hpp"
#include "engine/write/preparation.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine {

// The record of a write that changes its item.
protocol::StreamRecord record_of(
    const WriteIntent& intent,
    const PreparedWrite& write,
    protocol::StreamViewType view_type,
    const protocol::StreamPosition& position,
    std::int64_t now_ms
);

}  // namespace stator::engine
