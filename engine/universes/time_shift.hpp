// Shifts the timestamps in a restored universe, so that its contents have the age they had when
// they were saved. Pure functions. Durations are in milliseconds; positive values move forward.
#pragma once

#include <cstdint>

#include "engine/schema/schema.hpp"
#include "protocol/model/backup.hpp"
#include "protocol/model/stream.hpp"
#include "protocol/model/table.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::universes {

// Shifts the times of the table's creation and of changes to its settings.
void shift_times(model::TableDescription& table, std::int64_t by_ms);

// Shifts the backup's creation and expiry times. Its ARN, which contains the creation time, stays
// the same.
void shift_times(model::BackupDescription& backup, std::int64_t by_ms);

// Shifts the creation and closing times of the stream and its shards. Their ids and the stream's
// label, which were derived from those times, stay the same because applications may know them.
void shift_times(model::StreamDescription& stream, std::int64_t by_ms);

// Returns the item with a later expiry time in its TTL attribute, moved by whole seconds, rounded
// up. Returns the same item if the attribute is missing, is not a number, or is a key of the table.
values::MutableItemImagePtr shift_expiry(
    values::MutableItemImagePtr image, const schema::TableSchema& schema, std::int64_t by_ms
);

}  // namespace stator::engine::universes
