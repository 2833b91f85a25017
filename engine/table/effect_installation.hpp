// Applies the effects of a change to the trees of the table's indexes.
#pragma once

#include "engine/storage/partition.hpp"
#include "engine/table/effects.hpp"
#include "engine/table/index_contents.hpp"

namespace stator::engine::table {

// `contents` belongs to the schema that the effects were derived from. `partition` is the item's
// partition. It and the affected partitions of global indexes must be locked, or not yet visible to
// other threads.
void install_effects(
    const IndexEffects& effects,
    const IndexContents& contents,
    storage::Partition& partition,
    const storage::CommitStamp& stamp,
    bool keeps_history
);

}  // namespace stator::engine::table
