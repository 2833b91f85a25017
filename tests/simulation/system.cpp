#include "tests/simulation/system.hpp"

#include <unistd.h>

#include <filesystem>
#include <limits>
#include <stdexcept>

#include "emulator/operations/operation_table.hpp"
#include "engine/administration.hpp"
#include "engine/faults/watched_context.hpp"
#include "engine/storage/partition.hpp"
#include "protocol/wire/json.hpp"
#include "tests/simulation/operations/item.hpp"
#include "tests/simulation/operations/table_definition.hpp"

namespace stator::simulation {
namespace {

std::string kinesis_stream(std::size_t table) {
    return std::string("arn:aws:kinesis:") + kHomeRegion + ":000000000000:stream/" +
           table_name(table);
}

std::string make_directory() {
    std::string pattern = (std::filesystem::temp_directory_path() / "simulation-XXXXXX").string();
    if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp failed");
    return pattern;
}

template <class Opened>
auto opened_or_throw(Opened opened) {
    if (const auto* error = std::get_if<engine::persistence::DataFileError>(&opened)) {
        throw std::runtime_error(error->message);
    }
    return std::move(std::get<0>(opened));
}

}  // namespace

System::System(const SystemOptions& options) : options_(options) {
    if (options_.is_persistent) directory_ = make_directory();
    open();
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        const Answer answer = run(create_table(table));
        if (!answer.error.empty()) throw std::runtime_error(answer.text);
    }
    advance(options_.table_delay_ms);
    run_due();
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        const Answer answer = run(
            {"EnableKinesisStreamingDestination",
             "{\"TableName\":" + simulation::quoted(table_name(table)) +
                 ",\"StreamArn\":" + simulation::quoted(kinesis_stream(table)) + "}"}
        );
        if (!answer.error.empty()) throw std::runtime_error(answer.text);
    }
    advance(options_.table_delay_ms);
    run_due();
    if (journal() != nullptr) journal()->sync();
}

System::~System() {
    engine_.reset();
    if (!directory_.empty()) std::filesystem::remove_all(directory_);
}

void System::open() {
    engine::EngineOptions options;
    options.table_delay_ms = options_.table_delay_ms;
    options.time_to_live_delay_ms = options_.time_to_live_delay_ms;
    options.history_limit_bytes = options_.history_limit_bytes;
    options.object_store = buckets_;
    if (!options_.is_persistent) {
        engine_ = opened_or_throw(engine::Engine::open(options, clock_));
        connect_regions();
        return;
    }
    auto file = opened_or_throw(
        engine::persistence::DataFile::open(directory_, engine::persistence::Durability::Relaxed)
    );
    auto lossy = std::make_unique<LossyDataFile>(std::move(file), options_.journal_fault);
    engine_ = opened_or_throw(engine::Engine::open(options, clock_, std::move(lossy)));
    connect_regions();
}

void System::connect_regions() {
    for (const auto& universe : engine_->universes().all()) {
        universe->global_tables().set_links({engine::Distribution::fixed(0), {}});
        universe->deadlines().note(universe->now());
    }
}

engine::faults::WatchedContext System::context_of(const World& world) {
    engine::faults::WatchedContext context;
    context.place = {world.name(), kHomeRegion};
    context.now = world.universe().now();
    return context;
}

engine::Universe& World::universe() const {
    return *system_->engine_->universe(name_);
}

std::int64_t World::now_ms() const {
    return universe().now().unix_ms();
}

engine::kinesis::OutgoingBatch World::waiting_for_kinesis(std::size_t table) const {
    engine::kinesis::Outbox::Limits limits;
    limits.records = std::numeric_limits<std::size_t>::max();
    limits.bytes = std::numeric_limits<std::size_t>::max();
    limits.has_items_once = false;
    return universe().outbox().take(kinesis_stream(table), limits);
}

void World::forget_sent(const engine::kinesis::OutgoingBatch& batch) const {
    engine::Universe& universe = this->universe();
    universe.outbox().forget(batch, batch.records, universe.recorder());
}

void System::send_to_kinesis() {
    for (std::size_t table = 0; table < table_definitions().size(); ++table) {
        world().forget_sent(world().waiting_for_kinesis(table));
    }
}

Answer World::run(const Request& request, const std::string& region) const {
    const auto* row =
        emulator::operations::find_operation(request.operation, request.is_of_streams);
    if (row == nullptr) return {"UnknownOperationException", {}, request.operation};
    const auto json = protocol::wire::JsonDocument::parse(request.json);
    if (!json) return {"SerializationException", {}, request.json};
    universe().run_due_if_needed();
    engine::faults::WatchedContext context = System::context_of(*this);
    context.place.region = region;
    engine::RequestOutcome outcome;
    auto result = row->handler(universe(), context, json->root(), outcome);
    if (result.has_value()) return {"", {}, std::move(result).value()};
    Answer answer{std::string(protocol::error_name(result.error().type)), {}, {}};
    for (const auto& reason : result.error().cancellation_reasons) {
        answer.reasons.push_back(reason.code);
    }
    answer.text = result.error().message;
    return answer;
}

std::shared_ptr<engine::table::Table> System::table(std::size_t table) {
    const auto& catalog = universe().catalog(context());
    return catalog.active_table(table_definitions()[table].name).value();
}

void System::complete_changes(const std::string& table) {
    for (const char* region : {kHomeRegion, kReplicaRegion}) {
        universe().region(region).complete_changes(table, clock_.now());
    }
}

void System::split(std::size_t table, std::uint64_t hash) {
    const auto split = this->table(table);
    split->split_partition(hash, clock_.now());
    const auto snapshot = split->snapshot();
    for (const engine::schema::IndexSchema& index : snapshot->schema.indexes) {
        if (index.global) snapshot->contents.of(index).split(hash);
    }
}

std::vector<std::string> System::worlds_left_behind() const {
    std::vector<std::string> names(worlds_.begin(), worlds_.end());
    std::erase(names, current_);
    return names;
}

std::string System::unused_name() const {
    std::string name;  // that of the default universe, which stays when its world is removed
    for (int number = 1; worlds_.contains(name); ++number) name = "fork-" + std::to_string(number);
    return name;
}

std::string System::fork(bool goes_on_in_copy) {
    std::string left_behind = unused_name();
    engine_->copy_universe(current_, left_behind);
    worlds_.insert(left_behind);
    if (goes_on_in_copy) std::swap(current_, left_behind);
    engine::Universe& universe = world(left_behind).universe();
    universe.clock().freeze();
    engine::Administration(*engine_, universe).note_clock();
    return left_behind;
}

void System::remove_world(const std::string& name) {
    engine_->clear_universe(name, true);
    worlds_.erase(name);
}

LossyJournal* System::journal() {
    return dynamic_cast<LossyJournal*>(engine_->journal());
}

void System::restart() {
    engine_.reset();
    open();
}

std::uint64_t System::crash(std::size_t kept) {
    const std::uint64_t saved = journal()->lose(kept);
    engine_.reset();
    open();
    return saved;
}

}  // namespace stator::simulation
