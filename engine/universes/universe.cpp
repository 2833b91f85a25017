#include "engine/universes/universe.hpp"

#include <algorithm>
#include <utility>

#include "engine/storage/partition.hpp"
#include "engine/write/time_to_live.hpp"

namespace stator::engine::universes {

Universe::Universe(UniverseSettings settings, const Seeds& seeds, SharedServices& shared)
    : settings_(std::move(settings)),
      seeds_(seeds),
      shared_(shared),
      clock_(shared.clock),
      consistency_(seeds.chance) {}

Universe::~Universe() = default;

void Universe::begin() {
    committer_ = std::make_unique<write::Committer>(write::Committer::Surroundings{
        consistency_,
        transactions_,
        deadlines_,
        throughput_,
        settings_.time_to_live_delay_ms,
        shared_.journal});
    run_due();
}

void Universe::reseed(const Seeds& seeds) {
    seeds_ = seeds;
    consistency_.reseed(seeds.chance);
}

void Universe::take_controls(const Universe& other) {
    clock_.restore(other.clock_.setting());
    consistency_.restart_clock(now());
    consistency_.set_settings(other.consistency_.settings());
    throughput_.set_mode(other.throughput_.mode());
    throughput_.set_heat(other.throughput_.collects_heat());
}

JournalTicket Universe::append(persistence::ChangeBatch batch) {
    if (shared_.journal == nullptr) return {};
    batch.sequence = consistency_.next_stamp(now()).sequence;
    return persistence::append_in_parts(*shared_.journal, std::move(batch));
}

JournalTicket Universe::record_entries(std::vector<persistence::EntryRow> entries) {
    if (shared_.journal == nullptr || entries.empty()) return {};
    persistence::ChangeBatch batch;
    batch.sequence = consistency_.last_sequence();
    batch.entries = std::move(entries);
    return persistence::append_in_parts(*shared_.journal, std::move(batch));
}

Instant Universe::delete_expired_items(Instant now) {
    Instant next = kNever;
    for (const Region& region : regions()) {
        for (const auto& table : region.catalog->tables_with_time_to_live()) {
            const std::int64_t delay_ms = settings_.time_to_live_delay_ms;
            next = std::min(next, write::delete_expired(table, *committer_, now, delay_ms));
        }
    }
    return next;
}

void Universe::prune_history() {
    const storage::ReadPoint horizon = consistency_.horizon(now());
    const auto prune = [&](const storage::PartitionSet& partitions) {
        for (storage::Partition* partition : partitions.all()) {
            const MutexLock lock(partition->mutex());
            partition->prune(horizon);
        }
    };
    for (const Region& region : regions()) {
        for (const auto& table : region.catalog->tables()) {
            prune(table->partitions());
            const auto snapshot = table->snapshot();
            for (const schema::IndexSchema& index : snapshot->schema.indexes) {
                if (index.global) prune(*index.partitions);
            }
        }
    }
}

Instant Universe::prune_due_history(Instant now) {
    const bool keeps = consistency_.keeps_history();
    if (!keeps) {
        // Once more when nothing lags any longer: what was kept is of no use then.
        if (!consistency_.has_kept_history()) return kNever;
        consistency_.forget_kept_history();
        prune_history();
        next_prune_ = kBeforeAll;
        return kNever;
    }
    const Instant due = next_prune_.load();
    const std::int64_t interval_ms = consistency_.prune_interval_ms();
    // After a journey back in time the next pruning must not be years ahead.
    const bool is_soon = due != kBeforeAll && due - now <= interval_ms;
    if (now < due && is_soon) return due;
    prune_history();
    next_prune_ = now + interval_ms;
    return next_prune_;
}

Instant Universe::split_hot_partitions(Instant now) {
    if (throughput_.next_due() > now) return throughput_.next_due();
    const auto advice = throughput_.advise_splits(now);
    for (const Region& region : regions()) {
        for (const auto& table : region.catalog->tables()) {
            for (const capacity::SplitAdvice& split : advice) {
                if (split.table != table->number()) continue;
                const auto halves = table->split_partition(split.index, split.hash, now);
                if (!halves) continue;
                throughput_.note_split(
                    split.table, split.index, {halves->first, halves->second, split.hash}
                );
            }
        }
    }
    return throughput_.next_due();
}

Instant Universe::run_due() {
    const Instant time = now();
    {
        const MutexLock lock(due_mutex_);
        make_transitions(time);
    }
    sweep(time);
    return deadlines_.next();
}

void Universe::catch_up(Instant now) {
    {
        const MutexLock lock(due_mutex_);
        if (now < deadlines_.next()) return;
        make_transitions(now);
    }
    sweep(now);
}

void Universe::make_transitions(Instant now) {
    // Whatever becomes due while this runs is noted by whoever causes it.
    deadlines_.begin();
    for (const Region& region : regions()) {
        deadlines_.note(region.catalog->run_due(now));
    }
    deadlines_.finish();
}

void Universe::sweep(Instant now) {
    deadlines_.note(delete_expired_items(now));
    deadlines_.note(prune_due_history(now));
    deadlines_.note(split_hot_partitions(now));
    if (shared_.journal != nullptr) shared_.journal->flush();  // nobody waits for what became due
}

}  // namespace stator::engine::universes
