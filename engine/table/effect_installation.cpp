#include "engine/table/effect_installation.hpp"

#include "engine/table/table.hpp"

namespace stator::engine::table {
namespace {

// Returns the tree that contains an index's entries of one hash. `partition` is the item's
// partition.
storage::Tree& index_tree(
    const IndexContents& contents,
    const schema::IndexSchema& index,
    std::uint64_t hash,
    storage::Partition& partition
) {
    return tree_in(index.global ? contents.of(index).find(hash) : partition, &index);
}

}  // namespace

void install_effects(
    const IndexEffects& effects,
    const IndexContents& contents,
    storage::Partition& partition,
    const storage::CommitStamp& stamp,
    bool keeps_history
) {
    for (const IndexEffect& effect : effects) {
        if (effect.leaves_position()) {
            storage::Tree& tree =
                index_tree(contents, *effect.index, effect.before.hash, partition);
            tree.install(effect.before.key(), storage::Record(), stamp, keeps_history);
        }
        if (effect.after.record) {
            storage::Tree& tree = index_tree(contents, *effect.index, effect.after.hash, partition);
            tree.install(effect.after.key(), effect.after.record, stamp, keeps_history);
        }
    }
}

}  // namespace stator::engine::table
