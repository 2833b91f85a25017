// HistoryPruning: drops the versions of items that no read can see any more. Thread-safe.
#pragma once

#include <atomic>

#include "engine/base/instant.hpp"
#include "engine/universes/universe.hpp"

namespace stator::engine::universes::work {

// Prunes now, even if no pruning is due.
void prune_history(Universe& universe);

class HistoryPruning {
public:
    // The universe must outlive this.
    explicit HistoryPruning(Universe& universe) : universe_(universe) {}

    // Prunes if that is due at `now`. Returns the time of the next pruning.
    Instant run_due(Instant now);

private:
    Universe& universe_;
    std::atomic<Instant> next_{kBeforeAll};
};

}  // namespace stator::engine::universes::work
