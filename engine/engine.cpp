#include "engine/engine.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/account.hpp"
#include "engine/base/seeded_random.hpp"
#include "engine/storage/partition.hpp"
#include "engine/universes/data_loading.hpp"
#include "engine/write/time_to_live.hpp"
#include "protocol/model/table_arn.hpp"

namespace stator::engine {
namespace {

// With shared regions, every region's tables live in this one.
constexpr std::string_view kSharedRegion = "us-east-1";

}  // namespace

Engine::Engine(EngineOptions options, const Clock& clock)
    : options_(std::move(options)),
      clock_(clock),
      consistency_(options_.seed.value_or(0)),
      universes_([this](const Place& place) { return make_catalog(place, true); }) {
    identifier_seed_ = options_.seed.value_or(static_cast<std::uint64_t>(now().unix_ms()));
    consistency_.set_settings(options_.lag);
}

Engine::~Engine() {
    close();
}

std::variant<std::unique_ptr<Engine>, persistence::DataFileError> Engine::open(
    EngineOptions options, const Clock& clock, std::optional<DataPath> data_path
) {
    if (data_path) {
        auto opened = persistence::DataFile::open(data_path->directory, data_path->durability);
        if (auto* error = std::get_if<persistence::DataFileError>(&opened))
            return std::move(*error);
        return open(
            std::move(options),
            clock,
            std::move(std::get<std::unique_ptr<persistence::DataFile>>(opened))
        );
    }
    std::unique_ptr<Engine> engine(new Engine(std::move(options), clock));
    engine->start();
    return engine;
}

std::variant<std::unique_ptr<Engine>, persistence::DataFileError> Engine::open(
    EngineOptions options, const Clock& clock, std::unique_ptr<persistence::DataFile> data_file
) {
    std::unique_ptr<Engine> engine(new Engine(std::move(options), clock));
    if (auto error = engine->adopt(std::move(data_file))) return std::move(*error);
    engine->start();
    return engine;
}

std::optional<persistence::DataFileError> Engine::adopt(
    std::unique_ptr<persistence::DataFile> data_file
) {
    data_file_ = std::move(data_file);
    if (auto error = load()) return error;
    journal_ = data_file_->start_journal(options_.report);
    for (const universes::Region& region : universes_.regions())
        region.catalog->streams().save_all();
    return std::nullopt;
}

void Engine::start() {
    committer_ = std::make_unique<write::Committer>(write::Committer::Surroundings{
        consistency_,
        transactions_,
        deadlines_,
        throughput_,
        options_.time_to_live_delay_ms,
        journal_.get()});
    run_due();
}

std::optional<persistence::DataFileError> Engine::load() {
    try {
        const auto clock = data_file_->clock();
        if (clock && options_.restore_clock) options_.restore_clock(*clock);
        consistency_.restore_sequence(data_file_->last_sequence());
        // No table of this run has the id of one of an earlier run.
        identifier_seed_ = mix(identifier_seed_, last_sequence().value);
        last_table_number_ = data_file_->last_table_number().value;
        const auto stream_number = [this](StreamNumber stored) {
            last_stream_number_ = std::max(last_stream_number_.load(), stored.value);
            return stored;
        };
        const auto catalog = [this](const Place& place) -> catalog::Catalog& {
            return *universes_.find(place);
        };
        universes::load_data_file(
            *data_file_,
            {catalog,
             [](TableNumber stored) { return stored; },
             stream_number,
             sections_,
             [this](const persistence::EntryRow& entry) { sections_.restore(entry); },
             std::nullopt,
             now(),
             options_.report_loading}
        );
    } catch (const persistence::UnreadableDataFile& damage) {
        return persistence::DataFileError{damage.what()};
    }
    for (const universes::Region& region : universes_.regions())
        region.catalog->finish_restoring(now());
    return std::nullopt;
}

std::string Engine::account_of(std::string_view universe) const {
    const bool is_own = options_.universes_are_accounts && protocol::model::is_account_id(universe);
    return std::string(is_own ? universe : kUsualAccount);
}

catalog::CatalogRef Engine::catalog(const RequestContext& context) {
    if (options_.shared_regions)
        return catalog_at({context.place.universe, std::string(kSharedRegion)});
    return catalog_at(context.place);
}

catalog::CatalogRef Engine::catalog_at(const Place& place) {
    if (place.universe.empty()) return catalog::CatalogRef(universes_.find_default(place));
    return catalog::CatalogRef(universes_.find(place));
}

JournalTicket Engine::append(persistence::ChangeBatch batch) {
    if (journal_ == nullptr) return {};
    batch.sequence = consistency_.next_stamp(now()).sequence;
    return persistence::append_in_parts(*journal_, std::move(batch));
}

JournalTicket Engine::record_clock(const ClockSetting& setting) {
    if (journal_ == nullptr) return {};
    persistence::ChangeBatch batch;
    batch.sequence = consistency_.last_sequence();
    batch.clock = setting;
    return journal_->append(std::move(batch));
}

JournalTicket Engine::record_entries(std::vector<persistence::EntryRow> entries) {
    if (journal_ == nullptr || entries.empty()) return {};
    persistence::ChangeBatch batch;
    batch.sequence = consistency_.last_sequence();
    batch.entries = std::move(entries);
    return persistence::append_in_parts(*journal_, std::move(batch));
}

Instant Engine::delete_expired_items(Instant now) {
    Instant next = kNever;
    for (const universes::Region& region : universes_.regions()) {
        for (const auto& table : region.catalog->tables_with_time_to_live()) {
            const std::int64_t delay_ms = options_.time_to_live_delay_ms;
            next = std::min(next, write::delete_expired(table, *committer_, now, delay_ms));
        }
    }
    return next;
}

void Engine::prune_history() {
    const storage::ReadPoint horizon = consistency_.horizon(now());
    const auto prune = [&](const storage::PartitionSet& partitions) {
        for (storage::Partition* partition : partitions.all()) {
            const MutexLock lock(partition->mutex());
            partition->prune(horizon);
        }
    };
    for (const universes::Region& region : universes_.regions()) {
        for (const auto& table : region.catalog->tables()) {
            prune(table->partitions());
            const auto snapshot = table->snapshot();
            for (const schema::IndexSchema& index : snapshot->schema.indexes) {
                if (index.global) prune(*index.partitions);
            }
        }
    }
}

Instant Engine::prune_due_history(Instant now) {
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

Instant Engine::split_hot_partitions(Instant now) {
    if (throughput_.next_due() > now) return throughput_.next_due();
    const auto advice = throughput_.advise_splits(now);
    for (const universes::Region& region : universes_.regions()) {
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

Instant Engine::run_due() {
    const Instant time = now();
    {
        const MutexLock lock(due_mutex_);
        make_transitions(time);
    }
    sweep(time);
    return deadlines_.next();
}

void Engine::catch_up(Instant now) {
    {
        const MutexLock lock(due_mutex_);
        if (now < deadlines_.next()) return;
        make_transitions(now);
    }
    sweep(now);
}

void Engine::make_transitions(Instant now) {
    // Whatever becomes due while this runs is noted by whoever causes it.
    deadlines_.begin();
    for (const universes::Region& region : universes_.regions()) {
        deadlines_.note(region.catalog->run_due(now));
    }
    deadlines_.finish();
}

void Engine::sweep(Instant now) {
    deadlines_.note(delete_expired_items(now));
    deadlines_.note(prune_due_history(now));
    deadlines_.note(split_hot_partitions(now));
    if (journal_ != nullptr) journal_->flush();  // nobody waits for what became due
}

void Engine::note_deadline(const catalog::Catalog& catalog) {
    deadlines_.note(catalog.next_deadline());
}

bool Engine::close() {
    if (journal_ == nullptr) return true;
    return journal_->close();
}

}  // namespace stator::engine
