// Recording: what a change of an item adds to its table's stream. Pure functions.
#pragma once

#include "engine/base/instant.hpp"
#include "engine/write/intent.hpp"
#include "engine/write/preparation.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::write {

// The record of a write that changes its item.
protocol::model::StreamRecord record_of(
    const WriteIntent& intent,
    const PreparedWrite& write,
    protocol::values::StreamViewType view_type,
    const protocol::model::StreamPosition& position,
    Instant now
);

}  // namespace stator::engine::write
