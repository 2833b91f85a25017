// What every change of a region's tables or backups ends with.
#pragma once

#include "engine/base/request_context.hpp"
#include "engine/catalog/catalog.hpp"
#include "engine/universes/universe.hpp"

namespace stator::engine::operations {

// The clock and the disk learn of it.
inline void note_change(
    universes::Universe& universe, const catalog::Catalog& catalog, RequestOutcome& outcome
) {
    universe.note_deadline(catalog);
    outcome.journal_ticket = catalog.last_ticket();
}

}  // namespace stator::engine::operations
