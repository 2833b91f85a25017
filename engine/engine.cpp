#include "engine/engine.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "engine/time_to_live.hpp"
#include "engine/write/table_loader.hpp"
#include "protocol/operations/stream_definition.hpp"
#include "protocol/operations/table_definition.hpp"

namespace stator::engine {
namespace {

constexpr std::string_view kAccount = "123456789012";
// With shared regions, every region's tables live in this one.
constexpr std::string_view kSharedRegion = "us-east-1";
// About a second's worth of loading.
constexpr std::uint64_t kItemsPerReport = 500'000;

}  // namespace

Engine::Engine(EngineOptions options, const Clock& clock)
    : options_(std::move(options)), clock_(clock) {}

Engine::~Engine() {
    close();
}

std::variant<std::unique_ptr<Engine>, DataFileError> Engine::open(
    EngineOptions options, const Clock& clock, std::optional<DataPath> data_path
) {
    if (data_path) {
        auto opened = DataFile::open(data_path->directory, data_path->durability);
        if (auto* error = std::get_if<DataFileError>(&opened)) return std::move(*error);
        return open(
            std::move(options), clock, std::move(std::get<std::unique_ptr<DataFile>>(opened))
        );
    }
    std::unique_ptr<Engine> engine(new Engine(std::move(options), clock));
    engine->start();
    return engine;
}

std::variant<std::unique_ptr<Engine>, DataFileError> Engine::open(
    EngineOptions options, const Clock& clock, std::unique_ptr<DataFile> data_file
) {
    std::unique_ptr<Engine> engine(new Engine(std::move(options), clock));
    if (auto error = engine->adopt(std::move(data_file))) return std::move(*error);
    engine->start();
    return engine;
}

std::optional<DataFileError> Engine::adopt(std::unique_ptr<DataFile> data_file) {
    data_file_ = std::move(data_file);
    if (auto error = load()) return error;
    journal_ = data_file_->start_journal(options_.report);
    for (auto& [key, catalog] : regions_) catalog->streams().save_all();
    return std::nullopt;
}

void Engine::start() {
    committer_ = std::make_unique<Committer>(Committer::Surroundings{
        consistency_, transactions_, deadlines_, options_.time_to_live_delay_ms, journal_.get()});
    run_due();
}

std::optional<DataFileError> Engine::load() {
    try {
        consistency_.restore_sequence(data_file_->last_sequence());
        last_table_number_ = data_file_->last_table_number().value;
        for (const StoredStream& stored : data_file_->streams()) load_stream(stored);
        std::vector<std::shared_ptr<Table>> tables;
        for (const StoredTable& stored : data_file_->tables()) tables.push_back(load_table(stored));
        load_items(tables);
        for (const TokenRow& token : data_file_->tokens()) transaction_log_.restore(token);
    } catch (const UnreadableDataFile& damage) {
        return DataFileError{damage.what()};
    }
    for (auto& [key, catalog] : regions_) catalog->finish_restoring(now_ms());
    return std::nullopt;
}

std::shared_ptr<Table> Engine::load_table(const StoredTable& stored) {
    auto description = protocol::decode_table_definition(stored.definition);
    if (!description) {
        throw UnreadableDataFile(
            "the data file holds a table definition that cannot be read (table number " +
            std::to_string(stored.number.value) +
            "); restore the file from a copy or start with another --db-path."
        );
    }
    return region(stored.universe, stored.region)
        .restore(stored.number, std::move(*description), now_ms());
}

void Engine::load_items(const std::vector<std::shared_ptr<Table>>& tables) {
    std::vector<TableNumber> numbers;
    for (const auto& table : tables) numbers.push_back(table->number());
    RowReader reader(*data_file_, numbers);
    std::uint64_t items = 0;
    for (const auto& table : tables) {
        TableLoader loader(*table);
        for (bool is_last = false; !is_last;) {
            const std::optional<RowBlock> block = reader.next();
            loader.add(*block);
            is_last = block->is_last;
            const std::uint64_t before = std::exchange(items, items + block->rows.size());
            const bool is_due = before / kItemsPerReport != items / kItemsPerReport;
            if (is_due && options_.report_loading) options_.report_loading(items);
        }
        loader.finish();
    }
}

void Engine::load_stream(const StoredStream& stored) {
    auto description = protocol::decode_stream_definition(stored.definition);
    if (!description) {
        throw UnreadableDataFile(
            "the data file holds a stream definition that cannot be read (stream number " +
            std::to_string(stored.number.value) +
            "); restore the file from a copy or start with another --db-path."
        );
    }
    last_stream_number_ = std::max(last_stream_number_.load(), stored.number.value);
    const auto stream = region(stored.universe, stored.region)
                            .streams()
                            .restore(stored.number, std::move(*description));
    data_file_->each_record(stored.number, [&](StreamRecordRow row) {
        if (const auto shard = stream->find(row.shard_id)) shard->append(std::move(row.record));
    });
}

std::unique_ptr<Catalog> Engine::make_catalog(
    const std::string& universe, const std::string& region
) {
    CatalogEnvironment environment;
    environment.region = region;
    environment.account = kAccount;
    environment.transition_delay_ms = options_.table_delay_ms;
    environment.record = [this, universe, region](
                             TableNumber number, const protocol::TableDescription* description
                         ) { return record(universe, region, number, description); };
    environment.next_table_number = [this] { return TableNumber{++last_table_number_}; };
    environment.next_stream_number = [this] { return StreamNumber{++last_stream_number_}; };
    environment.streams.last_sequence = [this] { return consistency_.last_sequence(); };
    environment.streams.save = [this, universe, region](
                                   StreamNumber number,
                                   const protocol::StreamDescription* description,
                                   std::optional<std::int64_t> trimmed_before_ms
                               ) {
        StreamChange change{number, universe, region, std::nullopt, trimmed_before_ms};
        if (description != nullptr) {
            change.definition = protocol::encode_stream_definition(*description);
        }
        record_stream(std::move(change));
    };
    environment.identifier_seed = static_cast<std::uint64_t>(now_ms());
    return std::make_unique<Catalog>(std::move(environment));
}

Catalog& Engine::region(const std::string& universe, const std::string& region) {
    const RegionKey key(universe, region);
    {
        const std::shared_lock lock(regions_mutex_);
        const auto found = regions_.find(key);
        if (found != regions_.end()) return *found->second;
    }
    const std::unique_lock lock(regions_mutex_);
    auto& catalog = regions_[key];
    if (catalog == nullptr) catalog = make_catalog(universe, region);
    return *catalog;
}

Catalog& Engine::catalog(const RequestContext& context) {
    if (options_.shared_regions) return region(context.universe, std::string(kSharedRegion));
    return region(context.universe, context.region);
}

std::uint64_t Engine::record(
    const std::string& universe,
    const std::string& region,
    TableNumber number,
    const protocol::TableDescription* description
) {
    if (journal_ == nullptr) return 0;
    DefinitionChange change{number, universe, region, std::nullopt};
    if (description != nullptr) change.definition = protocol::encode_table_definition(*description);
    ChangeBatch batch;
    batch.sequence = consistency_.next_stamp(now_ms()).sequence;
    batch.definitions.push_back(std::move(change));
    return journal_->append(std::move(batch));
}

void Engine::record_stream(StreamChange change) {
    if (journal_ == nullptr) return;
    ChangeBatch batch;
    batch.sequence = consistency_.last_sequence();
    batch.streams.push_back(std::move(change));
    journal_->append(std::move(batch));
}

std::int64_t Engine::delete_expired_items(std::int64_t now_ms) {
    std::vector<std::shared_ptr<Table>> tables;
    {
        const std::shared_lock lock(regions_mutex_);
        for (const auto& [key, catalog] : regions_) {
            for (auto& table : catalog->tables_with_time_to_live()) {
                tables.push_back(std::move(table));
            }
        }
    }
    std::int64_t next = Deadlines::kNone;
    for (const auto& table : tables) {
        const std::int64_t delay_ms = options_.time_to_live_delay_ms;
        next = std::min(next, delete_expired(table, *committer_, now_ms, delay_ms));
    }
    return next;
}

std::int64_t Engine::run_due() {
    const std::int64_t now = now_ms();
    // Whatever becomes due while this runs is noted by whoever causes it.
    deadlines_.clear();
    {
        const std::shared_lock lock(regions_mutex_);
        for (auto& [key, catalog] : regions_) deadlines_.note(catalog->run_due(now));
    }
    deadlines_.note(delete_expired_items(now));
    if (journal_ != nullptr) journal_->flush();  // nobody waits for what became due
    return deadlines_.next_ms();
}

void Engine::note_deadline(const Catalog& catalog) {
    deadlines_.note(catalog.next_deadline_ms());
}

bool Engine::close() {
    if (journal_ == nullptr) return true;
    return journal_->close();
}

}  // namespace stator::engine
