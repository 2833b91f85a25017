#include "engine/universes/universe.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/storage/partition.hpp"
#include "engine/vectors/vector_index.hpp"
#include "engine/write/time_to_live.hpp"

namespace stator::engine::universes {

Universe::Universe(UniverseSettings settings, const Seeds& seeds, SharedServices& shared)
    : settings_(std::move(settings)),
      shared_(shared),
      clock_(shared.clock),
      consistency_(seeds.chance),
      stream_adversity_(seeds.chance),
      recall_(seeds.chance),
      global_tables_(settings_.name, seeds.chance),
      exports_(settings_.name, settings_.account),
      imports_(settings_.name, settings_.account),
      bulk_operations_(settings_.name, settings_.account),
      trigger_positions_(settings_.name),
      trigger_mappings_(settings_.name),
      outbox_(settings_.name, shared.outgoing),
      stream_changes_(shared.changes) {
    reseed(seeds);
}

Universe::~Universe() = default;

void Universe::begin() {
    const write::Committer::Surroundings surroundings{
        consistency_,
        transactions_,
        deadlines_,
        throughput_,
        stream_adversity_,
        stream_changes_,
        outbox_,
        settings_.time_to_live_delay_ms,
        shared_.journal,
        {[this](std::string_view region, std::string_view table) {
             return this->region(region).find_table(table);
         },
         [this](replication::GlobalTable& group, Instant now) {
             deadlines_.note(deliver_to_members(group, now));
         }}};
    committer_ = std::make_unique<write::Committer>(surroundings);
    run_due();
}

Seeds Universe::seeds() const {
    const MutexLock lock(seeds_mutex_);
    return seeds_;
}

void Universe::reseed(const Seeds& seeds) {
    consistency_.reseed(seeds.chance);
    stream_adversity_.reseed(seeds.chance);
    recall_.reseed(seeds.chance);
    global_tables_.reseed(seeds.chance);
    const MutexLock lock(seeds_mutex_);
    seeds_ = seeds;
    request_seed_.store(mix(seeds.identifiers, "requests"));
    requests_.store(0);
    repeats_.store(seeds.given.has_value());
}

JournalTicket Universe::record_seed(std::optional<std::uint64_t> seed) {
    if (shared_.journal == nullptr) return {};
    const auto append = [this](persistence::EntryRow row) {
        return record_entries({std::move(row)});
    };
    return seed_record_.record(settings_.name, seed, append);
}

// Clang does not follow a lock from one function to the other.
std::vector<persistence::EntryRow> Universe::begin_entries(
    std::vector<persistence::EntryRow> contents, std::optional<std::uint64_t> seed
) STATOR_NO_ANALYSIS {
    auto entries = sections_.replace(settings_.name, std::move(contents));
    std::ranges::move(clock_record_.begin_replacing(settings_.name), std::back_inserter(entries));
    const auto add = [&entries](persistence::EntryRow row) {
        entries.push_back(std::move(row));
        return JournalTicket();
    };
    seed_record_.record(settings_.name, seed, add);
    return entries;
}

void Universe::finish_entries(JournalTicket ticket) STATOR_NO_ANALYSIS {
    clock_record_.finish_replacing();
    sections_.finish_replacing(ticket);
}

void Universe::take_recorded_seed(std::uint64_t done) {
    const auto seed = seed_record_.recorded();
    if (seed) reseed(Seeds::of(*seed).after(done));
}

std::uint64_t Universe::count_request() {
    const std::uint64_t ordinal = requests_.fetch_add(1, std::memory_order_relaxed);
    return mix(request_seed_.load(std::memory_order_relaxed), ordinal) | 1;  // 0 is no number
}

void Universe::restart(const Seeds& seeds, std::optional<Instant> at) {
    reseed(seeds);
    if (at) clock_.freeze(at);
    consistency_.restart();
    throughput_.reset();
    next_prune_ = kBeforeAll;
}

void Universe::take_controls(const Universe& other) {
    reseed(other.seeds());
    set_clock(other.clock_.setting());
    consistency_.set_settings(other.consistency_.settings());
    throughput_.set_mode(other.throughput_.mode());
    throughput_.set_heat(other.throughput_.collects_heat());
    stream_adversity_.set(other.stream_adversity_.adversity());
    recall_.set_share(other.recall_.recall().share);
    global_tables_.set_links(other.global_tables_.links().settings());
}

void Universe::set_clock(const ClockSetting& setting) {
    clock_.restore(setting);
    consistency_.restart_clock(now());
}

JournalTicket Universe::record_clock() {
    if (shared_.journal == nullptr) return {};
    const auto append = [this](persistence::EntryRow row) {
        return record_entries({std::move(row)});
    };
    return clock_record_.record(settings_.name, append);
}

JournalTicket Universe::record_trigger_mappings(std::optional<std::string> text) {
    return trigger_mappings_.record(std::move(text), [this](auto rows) {
        return record_entries(std::move(rows));
    });
}

void Universe::retire_clock() {
    if (shared_.journal == nullptr) return;
    const auto append = [this](persistence::EntryRow row) {
        return record_entries({std::move(row)});
    };
    clock_record_.retire(settings_.name, append);
}

// Takes no sequence number: what is stored must not change how commits are numbered.
JournalTicket Universe::append(persistence::ChangeBatch batch) {
    if (shared_.journal == nullptr) return {};
    batch.sequence = last_sequence();
    return persistence::append_in_parts(*shared_.journal, std::move(batch));
}

JournalTicket Universe::record_entries(
    std::vector<persistence::EntryRow> entries, std::optional<std::uint64_t> turn
) {
    if (shared_.journal == nullptr || entries.empty()) return {};
    persistence::ChangeBatch batch;
    batch.sequence = consistency_.last_sequence();
    batch.entries = std::move(entries);
    const MutexLock lock(turn_mutex_);
    if (!records_entries_ || turn.value_or(turn_) != turn_) return {};
    return persistence::append_in_parts(*shared_.journal, std::move(batch));
}

JournalTicket Universe::append_turn(persistence::ChangeBatch batch) {
    const MutexLock lock(turn_mutex_);
    ++turn_;
    return append(std::move(batch));
}

std::uint64_t Universe::turn() const {
    const MutexLock lock(turn_mutex_);
    return turn_;
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

Instant Universe::deliver_to_members(
    replication::GlobalTable& group, Instant now, write::DeliveryShare share
) {
    const std::string table = group.definition().table;
    // Notes about a group that is being replaced must not be recorded after its replacement.
    const std::uint64_t turn_begun = turn();
    const write::DeliveryHelp help{
        [&](const std::string& name) { return region(name).find_table(table); },
        [&](replication::Rows rows) { record_entries(std::move(rows), turn_begun); },
        *committer_};
    // A request may have arrived before the writes that it delivers; their records have times that
    // ascend.
    return write::deliver(group, help, std::max(now, this->now()), share);
}

Instant Universe::deliver_replicated(Instant now, write::DeliveryShare share) {
    Instant next = kNever;
    for (const auto& group : global_tables_.all()) {
        next = std::min(next, deliver_to_members(*group, now, share));
        if (!group->is_over()) continue;
        const auto definition = group->definition();
        for (const auto& member : definition.members) {
            region(member.region).end_global_table(definition.table);
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
                if (index.global) prune(snapshot->contents.of(index));
            }
            for (const auto& vectors : snapshot->contents.vectors) vectors->prune(horizon);
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

Instant Universe::split_partitions(Instant now) {
    if (throughput_.next_due() > now) return throughput_.next_due();
    const auto hot = throughput_.advise_splits(now);
    const auto wide = throughput_.advise_growth(now);
    for (const Region& region : regions()) {
        for (const auto& table : region.catalog->tables()) {
            for (const capacity::SplitAdvice& split : hot) {
                if (split.table != table->number()) continue;
                const auto halves = table->split_partition(split.index, split.hash, now);
                if (!halves) continue;
                throughput_.note_split(
                    split.table, split.index, {halves->first, halves->second, split.hash}
                );
            }
            for (const capacity::GrowthAdvice& growth : wide) {
                if (growth.table != table->number()) continue;
                note_splits(growth.table, table->grow(growth.index, growth.partitions, now));
            }
        }
    }
    return throughput_.next_due();
}

void Universe::note_splits(TableNumber table, std::span<const table::PartitionSplit> splits) {
    for (const table::PartitionSplit& split : splits) {
        throughput_.note_split(table, split.index, {split.lower, split.upper, split.hash});
    }
}

Instant Universe::run_due() {
    const Instant time = now();
    {
        const MutexLock lock(due_mutex_);
        do_due(time);
    }
    finish_due(time);
    return deadlines_.next();
}

void Universe::catch_up(Instant now) {
    {
        const MutexLock lock(due_mutex_);
        if (now < deadlines_.next()) return;
        do_due(now);
    }
    if (repeats() || !shared_.due.is_heard()) return finish_due(now);
    // A reader in another region finds recent writes. The other thread does the rest.
    deadlines_.note(deliver_replicated(now, write::DeliveryShare::Few));
    shared_.due.note();
}

void Universe::do_due(Instant now) {
    // Whatever becomes due while this runs is noted by whoever causes it.
    deadlines_.begin();
    for (const Region& region : regions()) {
        deadlines_.note(region.catalog->run_due(now));
    }
    // So that no request comes before it at one time and after it at another.
    if (repeats()) sweep(now);
    deadlines_.finish();
}

void Universe::finish_due(Instant now) {
    if (!repeats()) sweep(now);
    if (shared_.journal != nullptr) shared_.journal->flush();  // nobody waits for what became due
    stream_changes_.note();
}

void Universe::sweep(Instant now) {
    fill_tables();
    deadlines_.note(deliver_replicated(now, write::DeliveryShare::All));
    deadlines_.note(delete_expired_items(now));
    deadlines_.note(prune_due_history(now));
    deadlines_.note(split_partitions(now));
    deadlines_.note(replica_scaling_.run_due(*this, now));
    deadlines_.note(run_transfers(now));
}

}  // namespace stator::engine::universes
