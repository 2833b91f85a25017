// Puts the effects of a change into the trees of the table's indexes.
#pragma once

#include "engine/storage/partition.hpp"
#include "engine/table/effects.hpp"

namespace stator::engine::table {

// `partition` is the item's own; it and those of the global indexes that are affected are locked,
// or nobody else knows them.
void install_effects(
    const IndexEffects& effects,
    storage::Partition& partition,
    const storage::CommitStamp& stamp,
    bool keeps_history
);

}  // namespace stator::engine::table
