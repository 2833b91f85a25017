#include "engine/universes/work/history_pruning.hpp"

namespace stator::engine::universes::work {

void prune_history(Universe& universe) {
    const storage::ReadPoint horizon = universe.consistency().horizon(universe.now());
    const auto prune = [&](const storage::PartitionSet& partitions) {
        for (storage::Partition* partition : partitions.all()) {
            const MutexLock lock(partition->mutex());
            partition->prune(horizon);
        }
    };
    for (const Region& region : universe.regions()) {
        for (const auto& table : region.catalog->tables()) {
            prune(table->partitions());
            const auto snapshot = table->snapshot();
            for (const schema::IndexSchema& index : snapshot->schema.indexes) {
                if (index.global) prune(snapshot->contents.of(index));
            }
            for (const auto& vectors : snapshot->contents.vectors) vectors->prune(horizon);
        }
    }
}

Instant HistoryPruning::run_due(Instant now) {
    consistency::Consistency& consistency = universe_.consistency();
    const bool keeps = consistency.keeps_history();
    if (!keeps) {
        // Prunes once more when reads no longer lag, because the kept history is then unused.
        if (!consistency.has_kept_history()) return kNever;
        consistency.forget_kept_history();
        prune_history(universe_);
        next_ = kBeforeAll;
        return kNever;
    }
    const Instant due = next_.load();
    const std::int64_t interval_ms = consistency.prune_interval_ms();
    // After the clock has moved back, the next pruning must not be years ahead.
    const bool is_soon = due != kBeforeAll && due - now <= interval_ms;
    if (now < due && is_soon) return due;
    prune_history(universe_);
    next_ = now + interval_ms;
    return next_;
}

}  // namespace stator::engine::universes::work
