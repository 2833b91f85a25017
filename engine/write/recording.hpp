// Recording: what a change of an item adds to its table's stream and history. Pure functions.
#pragma once

#include "engine/base/instant.hpp"
#include "engine/table/change_history.hpp"
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

// What the write leaves in the history of its table.
table::ItemChange change_of(const PreparedWrite& write, Instant now);

}  // namespace stator::engine::write
