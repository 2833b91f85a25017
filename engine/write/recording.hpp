// Recording: makes the stream record, history entry and Kinesis record of an item's change. Pure
// functions.
#pragma once

#include <cstdint>

#include "engine/base/instant.hpp"
#include "engine/kinesis/outgoing.hpp"
#include "engine/storage/change_history.hpp"
#include "engine/write/intent.hpp"
#include "engine/write/preparation.hpp"
#include "protocol/model/stream.hpp"

namespace stator::engine::write {

// The stream record of a write that changes its item.
model::StreamRecord record_of(
    const WriteIntent& intent,
    const PreparedWrite& write,
    values::StreamViewType view_type,
    const model::StreamPosition& position,
    Instant now
);

// The record of the write for its table's Kinesis destination, with the time `microseconds`. It
// always has both images.
kinesis::Outgoing outgoing_of(
    const WriteIntent& intent,
    const PreparedWrite& write,
    const model::KinesisDestination& destination,
    const model::StreamPosition& position,
    std::int64_t microseconds,
    Instant now
);

// The write's entry in the history of its table.
storage::ItemChange change_of(const PreparedWrite& write, Instant now);

}  // namespace stator::engine::write
