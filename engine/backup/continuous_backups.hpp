// The state of a table's point-in-time recovery.
#pragma once

#include "engine/base/instant.hpp"
#include "engine/table/table.hpp"
#include "protocol/model/backup.hpp"

namespace stator::engine::backup {

// As DescribeContinuousBackups shows it at `now`.
model::ContinuousBackups continuous_backups(const table::Table& table, Instant now);

}  // namespace stator::engine::backup
