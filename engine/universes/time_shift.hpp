// Moves the times that a universe's contents carry, so that what was saved some time ago is as old
// as it was then. Pure functions; durations are milliseconds, forward.
#pragma once

#include <cstdint>

#include "engine/schema/schema.hpp"
#include "protocol/model/backup.hpp"
#include "protocol/model/stream.hpp"
#include "protocol/model/table.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::universes {

// When the table was made and its settings were changed.
void shift_times(model::TableDescription& table, std::int64_t by_ms);

// When the backup was made, and when it expires. Its ARN, which has the time in it, stays.
void shift_times(model::BackupDescription& backup, std::int64_t by_ms);

// When the stream and its shards were made and closed. Their ids and the stream's label, which were
// made from those times, stay: programs may know them.
void shift_times(model::StreamDescription& stream, std::int64_t by_ms);

// The item with a later time in the attribute that says when it expires, by whole seconds, rounded
// up. The same item when it has no such number, or when the attribute is a key of the table.
values::MutableItemImagePtr shift_expiry(
    values::MutableItemImagePtr image, const schema::TableSchema& schema, std::int64_t by_ms
);

}  // namespace stator::engine::universes
