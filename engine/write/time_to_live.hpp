// Time to live: finds expired items and deletes them through the Committer.
//
// An item stays readable until its deletion, which happens some time after it expired. The deletion
// is conditional on the item still being expired. Thread-safe.
#pragma once

#include <cstdint>

#include "engine/base/instant.hpp"
#include "engine/storage/expiry_index.hpp"
#include "engine/table/table.hpp"
#include "engine/write/committer.hpp"

namespace stator::engine::write {

// Deletes the table's items that expired at least `delay_ms` ago. Returns the time of the next
// deletion, or kNever.
Instant delete_expired(
    const std::shared_ptr<table::Table>& table,
    Committer& committer,
    Instant now,
    std::int64_t delay_ms
);

}  // namespace stator::engine::write
