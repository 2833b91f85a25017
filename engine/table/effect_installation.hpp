// Puts the effects of a change into the trees of the table's indexes.
#pragma once

#include "engine/storage/partition.hpp"
#include "engine/table/effects.hpp"
#include "engine/table/index_contents.hpp"

namespace stator::engine::table {

// `contents`: those of the schema that the effects were derived from. `partition` is the item's
// own; it and those of the global indexes that are affected are locked, or nobody else knows them.
void install_effects(
    const IndexEffects& effects,
    const IndexContents& contents,
    storage::Partition& partition,
    const storage::CommitStamp& stamp,
    bool keeps_history
);

}  // namespace stator::engine::table
