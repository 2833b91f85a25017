#include "engine/universes/universe.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "engine/write/kinesis_follower.hpp"
#include "engine/write/replication.hpp"

namespace stator::engine::universes {
namespace {

// Collects rows that other code makes durable.
class RowCollector final : public persistence::Recorder {
public:
    explicit RowCollector(std::vector<persistence::EntryRow> rows) : rows_(std::move(rows)) {}

    JournalTicket record(std::vector<persistence::EntryRow> rows) override {
        std::ranges::move(rows, std::back_inserter(rows_));
        return {};
    }

    std::vector<persistence::EntryRow> take() { return std::move(rows_); }

private:
    std::vector<persistence::EntryRow> rows_;
};

}  // namespace

Universe::Universe(UniverseSettings settings, const Seeds& seeds, SharedServices& shared)
    : settings_(std::move(settings)),
      shared_(shared),
      clock_(shared.clock),
      consistency_(seeds.chance),
      switches_{stream::AdversitySwitch(seeds.chance), vectors::RecallSwitch(seeds.chance)},
      global_tables_(settings_.name, seeds.chance),
      transfers_(settings_.name, settings_.account),
      triggers_(settings_.name),
      outbox_(settings_.name, shared.outgoing),
      stream_changes_(shared.changes) {
    reseed(seeds);
}

Universe::~Universe() = default;

void Universe::begin() {
    const bool is_durable = shared_.journal != nullptr;
    followers_.push_back(std::make_unique<write::ReplicationFollower>(deadlines_, is_durable));
    followers_.push_back(std::make_unique<write::KinesisFollower>(outbox_, is_durable));
    std::vector<write::Follower*> followers;
    for (const auto& follower : followers_) followers.push_back(follower.get());
    const write::Committer::Surroundings surroundings{
        consistency_,
        transactions_.running,
        deadlines_,
        throughput_,
        switches_.stream_adversity,
        stream_changes_,
        followers,
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
    switches_.stream_adversity.reseed(seeds.chance);
    switches_.recall.reseed(seeds.chance);
    global_tables_.reseed(seeds.chance);
    const MutexLock lock(seeds_mutex_);
    seeds_ = seeds;
    request_seed_.store(mix(seeds.identifiers, "requests"));
    requests_.store(0);
    repeats_.store(seeds.given.has_value());
}

JournalTicket Universe::record_seed(std::optional<std::uint64_t> seed) {
    if (shared_.journal == nullptr) return {};
    return seed_record_.record(settings_.name, seed, recorder_);
}

// Clang cannot track a lock that one function acquires and another releases.
catalog::EntryReplacement Universe::replacement(
    std::vector<persistence::EntryRow> contents, std::optional<std::uint64_t> seed
) STATOR_NO_ANALYSIS {
    const auto begin = [this, contents = std::move(contents), seed]() STATOR_NO_ANALYSIS {
        RowCollector collector(sections_.replace(settings_.name, contents));
        collector.record(clock_record_.begin_replacing(settings_.name));
        seed_record_.record(settings_.name, seed, collector);
        return collector.take();
    };
    const auto finish = [this](JournalTicket ticket) STATOR_NO_ANALYSIS {
        clock_record_.finish_replacing();
        sections_.finish_replacing(ticket);
    };
    return {begin, finish};
}

std::uint64_t Universe::count_request() {
    const std::uint64_t ordinal = requests_.fetch_add(1, std::memory_order_relaxed);
    return mix(request_seed_.load(std::memory_order_relaxed), ordinal) | 1;  // 0 means no number
}

void Universe::restart(const Seeds& seeds, std::optional<Instant> at) {
    reseed(seeds);
    if (at) clock_.freeze(at);
    consistency_.restart();
    throughput_.reset();
}

void Universe::take_controls(const Universe& other) {
    reseed(other.seeds());
    clock_.restore(other.clock_.setting());
    consistency_.restart_clock(now());
    consistency_.set_settings(other.consistency_.settings());
    throughput_.set_mode(other.throughput_.mode());
    throughput_.set_heat(other.throughput_.collects_heat());
    switches_.stream_adversity.set(other.switches_.stream_adversity.adversity());
    switches_.recall.set_share(other.switches_.recall.recall().share);
    global_tables_.set_links(other.global_tables_.links().settings());
}

JournalTicket Universe::record_clock() {
    if (shared_.journal == nullptr) return {};
    return clock_record_.record(settings_.name, recorder_);
}

Instant Universe::deliver_to_members(
    replication::GlobalTable& group, Instant now, write::DeliveryShare share
) {
    const std::string table = group.definition().table;
    // Changes of a group that is being replaced must not be recorded after its replacement.
    const std::uint64_t turn_begun = recorder_.turn();
    const write::DeliveryHelp help{
        [&](const std::string& name) { return region(name).find_table(table); },
        [&](replication::Rows rows) { recorder_.record_in(turn_begun, std::move(rows)); },
        *committer_};
    // The request may have arrived before the writes that it delivers. Stream records have
    // ascending times.
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
    // Lets a reader in another region find recent writes. The other thread delivers the rest.
    deadlines_.note(deliver_replicated(now, write::DeliveryShare::Few));
    shared_.due.note();
}

void Universe::do_due(Instant now) {
    // Code that makes further work due during this call notes the deadline itself.
    deadlines_.begin();
    for (const Region& region : regions()) {
        deadlines_.note(region.catalog->run_due(now));
    }
    // Under the lock, so that every run orders requests and this work in the same way.
    if (repeats()) sweep(now);
    deadlines_.finish();
}

void Universe::finish_due(Instant now) {
    if (!repeats()) sweep(now);
    if (shared_.journal != nullptr) shared_.journal->flush();  // no reply waits for due work
    stream_changes_.note();
}

void Universe::sweep(Instant now) {
    fill_tables();
    deadlines_.note(deliver_replicated(now, write::DeliveryShare::All));
    for (const DueWork& work : work_) deadlines_.note(work.run(now));
}

}  // namespace stator::engine::universes
