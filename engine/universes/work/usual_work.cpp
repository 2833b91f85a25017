#include "engine/universes/work/usual_work.hpp"

#include <algorithm>
#include <memory>

#include "engine/table/throughput_source.hpp"
#include "engine/universes/work/history_pruning.hpp"
#include "engine/universes/work/replica_scaling.hpp"
#include "engine/universes/work/transfer_runs.hpp"
#include "engine/write/time_to_live.hpp"

namespace stator::engine::universes::work {
namespace {

// Deletes expired items. Returns the time of the next deletion.
Instant delete_expired_items(Universe& universe, Instant now) {
    Instant next = kNever;
    for (const Region& region : universe.regions()) {
        for (const auto& table : region.catalog->tables_with_time_to_live()) {
            const std::int64_t delay_ms = universe.settings().time_to_live_delay_ms;
            next =
                std::min(next, write::delete_expired(table, universe.committer(), now, delay_ms));
        }
    }
    return next;
}

// Splits hot partitions, and those of tables whose throughput has increased. Returns the time of
// the next check.
Instant split_partitions(Universe& universe, Instant now) {
    capacity::Throughput& throughput = universe.throughput();
    if (throughput.next_due() > now) return throughput.next_due();
    const auto hot = throughput.advise_splits(now);
    const auto wide = throughput.advise_growth(now);
    for (const Region& region : universe.regions()) {
        for (const auto& table : region.catalog->tables()) {
            for (const capacity::SplitAdvice& split : hot) {
                if (split.table != table->number()) continue;
                const auto halves = table->split_partition(split.index, split.hash, now);
                if (!halves) continue;
                throughput.note_split(
                    split.table, split.index, {halves->first, halves->second, split.hash}
                );
            }
            for (const capacity::GrowthAdvice& growth : wide) {
                if (growth.table != table->number()) continue;
                note_splits(
                    throughput, growth.table, table->grow(growth.index, growth.partitions, now)
                );
            }
        }
    }
    return throughput.next_due();
}

}  // namespace

void add_usual_work(Universe& universe, SharedServices& shared) {
    const auto pruning = std::make_shared<HistoryPruning>(universe);
    const auto scaling = std::make_shared<ReplicaScaling>(universe);
    const auto transfers = std::make_shared<TransferRuns>(universe, shared);
    universe.add_due_work({"expired items", [&universe](Instant now) {
                               return delete_expired_items(universe, now);
                           }});
    universe.add_due_work({"pruning", [pruning](Instant now) { return pruning->run_due(now); }});
    universe.add_due_work({"splits", [&universe](Instant now) {
                               return split_partitions(universe, now);
                           }});
    universe.add_due_work({"auto scaling", [scaling](Instant now) { return scaling->run_due(now); }}
    );
    universe.add_due_work({"transfers", [transfers](Instant now) {
                               return transfers->run_due(now);
                           }});
}

}  // namespace stator::engine::universes::work
