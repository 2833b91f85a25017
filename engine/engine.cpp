#include "engine/engine.hpp"

#include <algorithm>
#include <utility>

#include "engine/base/account.hpp"
#include "engine/storage/image_memory.hpp"
#include "engine/universes/data_loading.hpp"
#include "engine/universes/work/usual_work.hpp"
#include "protocol/model/table_arn.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine {
namespace {

universes::Seeds seeds_of(std::optional<std::uint64_t> seed, const Clock& clock) {
    if (seed) return universes::Seeds::of(*seed);
    return universes::Seeds::of_any(static_cast<std::uint64_t>(clock.now().unix_ms()));
}

}  // namespace

Engine::Engine(EngineOptions options, const Clock& clock)
    : options_(std::move(options)),
      shared_(clock, options_.history_limit_bytes, options_.background),
      seeds_(seeds_of(options_.seed, clock)),
      universes_([this](const std::string& name) { return make_universe(name, true); }) {
    values::set_image_memory(&storage::allocate_image);
    shared_.object_store = options_.object_store;
    shared_.long_work = options_.long_work;
    shared_.log_import_error = options_.log_import_error;
    Universe& universe = default_universe();
    universe.consistency().set_settings(options_.lag);
    universe.throughput().set_mode(options_.throttle);
    universe.throughput().set_heat(options_.collects_heat);
    if (options_.frozen_at) universe.clock().freeze(options_.frozen_at);
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
    try {
        journal_ = data_file_->start_journal(options_.report);
    } catch (const persistence::UnreadableDataFile& damage) {
        return damage.error();
    }
    shared_.journal = journal_.get();
    for (const auto& universe : universes_.all()) {
        for (const universes::Region& region : universe->regions()) {
            region.catalog->streams().save_all();
        }
    }
    return std::nullopt;
}

void Engine::start() {
    for (const auto& universe : universes_.all()) universe->begin();
    has_started_ = true;
}

std::optional<persistence::DataFileError> Engine::load() {
    try {
        Universe& usual = default_universe();
        loaded_sequence_ = data_file_->last_sequence();
        usual.consistency().restore_sequence(loaded_sequence_);
        // Makes the ids of this run's tables differ from those of earlier runs.
        seeds_ = seeds_.after(loaded_sequence_.value + data_file_->last_table_number().value);
        usual.reseed(seeds_);
        shared_.last_table_number = data_file_->last_table_number().value;
        const auto stream_number = [this](StreamNumber stored) {
            shared_.last_stream_number = std::max(shared_.last_stream_number.load(), stored.value);
            return stored;
        };
        const auto catalog = [this](const Place& place) -> catalog::Catalog& {
            return universe(place.universe)->region(place.region);
        };
        const auto entry = [this](const persistence::EntryRow& row) {
            // The command line takes precedence over the clock in the data file.
            const bool is_clock = row.section == universes::ClockRecord::kSection;
            if (is_clock && row.place.universe.empty() && options_.frozen_at) return;
            universe(row.place.universe)->sections().restore(row);
        };
        const universes::LoadingTarget target{
            catalog,
            [](TableNumber stored) { return stored; },
            stream_number,
            usual.sections(),
            entry,
            std::nullopt,
            [this](const Place& place) { return universe(place.universe)->now(); },
            options_.report_loading};
        universes::load_entries(*data_file_, target);
        universes::load_tables(*data_file_, target);
    } catch (const persistence::UnreadableDataFile& damage) {
        return damage.error();
    }
    for (const auto& universe : universes_.all()) {
        // The command line takes precedence over the seed in the data file.
        const bool is_told = options_.seed && universe->name().empty();
        if (!is_told)
            if (const auto seed = universe->recorded_seed()) {
                universe->reseed(universes::Seeds::of(*seed).after(
                    loaded_sequence_.value + shared_.last_table_number
                ));
            }
        for (const universes::Region& region : universe->regions()) {
            region.catalog->finish_restoring(universe->now());
        }
    }
    return std::nullopt;
}

std::shared_ptr<Universe> Engine::make_universe(const std::string& name, bool is_recorded) {
    universes::UniverseSettings settings{
        name,
        account_of(name),
        {options_.table_delay_ms, options_.index_delay_ms.value_or(options_.table_delay_ms)},
        options_.time_to_live_delay_ms,
        options_.shared_regions,
        options_.partitions};
    auto universe = std::make_shared<Universe>(std::move(settings), seeds_, shared_);
    universes::work::add_usual_work(*universe, shared_);
    if (name.empty()) return universe;
    universe->take_controls(default_universe());
    universe->consistency().restore_sequence(has_started_ ? SequenceNumber{} : loaded_sequence_);
    if (has_started_) {
        universe->begin();
        if (is_recorded) universe->record_clock();
    } else {
        // Loaded: the clock follows system time, unless the data file contains another setting.
        universe->clock().restore({});
        universe->consistency().restart_clock(universe->now());
    }
    return universe;
}

std::string Engine::account_of(std::string_view universe) const {
    const bool is_own = options_.universes_are_accounts && model::is_account_id(universe);
    return std::string(is_own ? universe : kUsualAccount);
}

std::int64_t Engine::run_due(std::int64_t longest_ms) {
    std::int64_t wait_ms = longest_ms;
    for (const auto& universe : universes_.all()) {
        const Instant deadline = universe->run_due();
        const Instant now = universe->now();
        // Compared before subtracting, because kNever may be the largest number.
        if (deadline < now + wait_ms) wait_ms = deadline - now;
    }
    return wait_ms;
}

bool Engine::close() {
    if (journal_ == nullptr) return true;
    return journal_->close();
}

}  // namespace stator::engine
