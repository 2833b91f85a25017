// The state of a table's point-in-time recovery.
#pragma once

#include "engine/base/instant.hpp"
#include "engine/table/table.hpp"
#include "protocol/model/backup.hpp"

namespace stator::engine::backup {

// The reply of DescribeContinuousBackups at `now`.
model::ContinuousBackups continuous_backups(const table::Table& table, Instant now);

}  // namespace stator::engine::backup
