// Eventually consistent reads during random programs of writes, reads and passing time: each shows,
// for each partition, a state that existed within the lag, and the same state for a whole page.
#include <gtest/gtest.h>

#include <array>
#include <map>
#include <tuple>

#include "engine/base/seeded_random.hpp"
#include "tests/histories/indexed_items.hpp"

namespace stator::testing {
namespace {

using engine::Distribution;
using engine::consistency::LagPolicy;
using engine::consistency::ReadMode;

constexpr std::size_t kSteps = 1'500;
constexpr std::size_t kConnections = 4;
// Items that are never deleted after they were created.
constexpr std::size_t kLasting = 3;

struct Lag {
    ReadMode mode;
    Distribution tables;
    Distribution indexes;
};

engine::EngineOptions options_of(const Lag& lag, std::uint64_t seed) {
    engine::EngineOptions options;
    options.seed = seed;
    options.lag.tables = {lag.mode, lag.tables};
    options.lag.indexes = {lag.mode, lag.indexes};
    return options;
}

// A seeded program over one Database. It checks every read.
class Program {
public:
    Program(const Lag& lag, std::uint64_t seed)
        : lag_(lag), seed_(seed), database_(options_of(lag, seed)), items_(database_) {
        for (std::size_t i = 0; i < kConnections; ++i) connections_.emplace_back(database_, i + 1);
        for (std::size_t item = 0; item < kLasting; ++item) items_.put(item);
        database_.clock().advance(10'000);
    }

    void run() {
        for (std::size_t i = 0; i < kSteps && !::testing::Test::HasFailure(); ++i) step();
    }

    // Reads that did not show the latest state, although they could have.
    std::size_t stale_reads() const { return stale_reads_; }

    // Reads that showed only a part of a transaction.
    std::size_t part_reads() const { return part_reads_; }

private:
    void step();
    void pass_time();
    void write();
    void read_eventually();
    void read_strongly();

    // An eventually consistent read of one partition, at the current time; the mode decides which
    // states it may show. `place` is the partition's number among those that the read covers.
    struct Reader {
        ItemRead read;
        std::uint64_t connection;
        std::size_t which;
        std::size_t place;
    };

    void judge(const Reader& reader, const Observation& observation);
    // A read of several items that shows neither the oldest state nor another whole one.
    bool is_part(const Reader& reader, const Observation& observation, std::size_t oldest) const;

    std::uint64_t draw(std::uint64_t choices) { return engine::mix(seed_, ++draws_) % choices; }

    ItemRead draw_read() { return static_cast<ItemRead>(draw(kItemReads)); }

    const Lag lag_;
    const std::uint64_t seed_;
    std::uint64_t draws_ = 0;
    Database database_;
    IndexedItems items_;
    std::vector<Connection> connections_;
    // The latest state that each connection has seen, on each partition of the table and of the
    // global index.
    std::map<std::tuple<std::uint64_t, bool, std::size_t>, std::size_t> seen_;
    std::size_t stale_reads_ = 0;
    std::size_t part_reads_ = 0;
};

void Program::step() {
    const std::uint64_t kind = draw(100);
    if (kind < 25) return write();
    if (kind < 50) return pass_time();
    if (kind < 55) return static_cast<void>(database_.universe().run_due());
    if (kind < 92) return read_eventually();
    read_strongly();
}

// Mostly a few milliseconds; sometimes longer than any lag.
void Program::pass_time() {
    const bool is_long = draw(30) == 0;
    database_.clock().advance(static_cast<std::int64_t>(is_long ? 500 + draw(2'000) : draw(12)));
}

void Program::write() {
    const std::size_t item = draw(IndexedItems::kItems);
    switch (draw(4)) {
        case 0: return items_.put(item);
        case 1: return items_.update(item);
        case 2: return items_.put_together(item, (item + 1 + draw(7)) % IndexedItems::kItems);
        default: return item < kLasting ? items_.update(item) : items_.remove(item);
    }
}

void Program::read_strongly() {
    const ItemRead read = draw_read();
    if (is_of_global_index(read)) return;
    const std::size_t last = items_.history().last();
    const std::size_t which = draw(IndexedItems::kItems);
    const Observation observation =
        IndexedItems::observe(connections_[draw(kConnections)], read, which, true);
    EXPECT_TRUE(items_.history().find(observation, last, last)) << "a strong read is stale";
}

void Program::read_eventually() {
    const ItemRead read = draw_read();
    Connection& connection = connections_[draw(kConnections)];
    const std::size_t which = draw(IndexedItems::kItems);
    const auto observations = IndexedItems::observe_apart(connection, read, which);
    for (std::size_t place = 0; place < observations.size(); ++place) {
        judge({read, connection.number(), which, place}, observations[place]);
    }
}

// The partition key of a read of one partition, counted like those of a Scan.
std::size_t partition_number(ItemRead read, std::size_t which, std::size_t place) {
    switch (read) {
        case ItemRead::Item:
        case ItemRead::Partition:
        case ItemRead::LocalPartition: return which / (IndexedItems::kItems / 2);
        case ItemRead::GlobalPartition: return which % IndexedItems::kGlobalPartitions;
        case ItemRead::Table:
        case ItemRead::GlobalIndex: return place;
    }
    return place;
}

bool Program::is_part(const Reader& reader, const Observation& observation, std::size_t oldest)
    const {
    if (lag_.mode != ReadMode::OldestLegal || reader.read == ItemRead::Item) return false;
    const CommitHistory& history = items_.history();
    return history.find_part(observation, oldest + 1, history.last()).has_value();
}

void Program::judge(const Reader& reader, const Observation& observation) {
    const CommitHistory& history = items_.history();
    const bool is_global = is_of_global_index(reader.read);
    const Distribution& lag = is_global ? lag_.indexes : lag_.tables;
    const engine::Instant oldest = database_.clock().now() - lag.most_ms();
    std::size_t first = history.commit_at(oldest);
    std::size_t last = history.last();
    if (!history.find(observation, last, last)) ++stale_reads_;
    if (lag_.mode == ReadMode::OldestLegal) last = first;
    const std::size_t number = partition_number(reader.read, reader.which, reader.place);
    std::size_t& seen = seen_[{reader.connection, is_global, number}];
    if (lag_.mode == ReadMode::MonotonicPerConnection) first = std::max(first, seen);
    const auto found = history.find(observation, first, last);
    if (!found && is_part(reader, observation, first)) {
        ++part_reads_;
        return;
    }
    // The earliest state that fits: later reads of the connection must not show an older one.
    ASSERT_TRUE(found) << "read " << static_cast<int>(reader.read) << " of connection "
                       << reader.connection << " shows none of the states " << first << " to "
                       << last << " in partition " << number;
    seen = *found;
}

class EventualReads : public ::testing::TestWithParam<Lag> {};

TEST_P(EventualReads, ShowOneStateThatWasThereWithinTheLag) {
    std::size_t stale_reads = 0;
    std::size_t part_reads = 0;
    for (std::uint64_t seed = 1; seed <= 8; ++seed) {
        SCOPED_TRACE("seed " + std::to_string(seed));
        Program program(GetParam(), seed);
        program.run();
        stale_reads += program.stale_reads();
        part_reads += program.part_reads();
    }
    // Otherwise nothing has been tested.
    EXPECT_GT(stale_reads, 200U);
    EXPECT_TRUE(GetParam().mode != ReadMode::OldestLegal || part_reads > 20U) << part_reads;
}

constexpr std::array kModes = {
    ReadMode::Lagged, ReadMode::OldestLegal, ReadMode::MonotonicPerConnection};

std::vector<Lag> all_lags() {
    std::vector<Lag> lags;
    for (const ReadMode mode : kModes) {
        lags.push_back({mode, Distribution::fixed(40), Distribution::fixed(90)});
        lags.push_back({mode, Distribution::uniform(0, 100), Distribution::uniform(20, 300)});
        lags.push_back({mode, Distribution::exponential(25), Distribution::exponential(60)});
        lags.push_back({mode, Distribution::fixed(0), Distribution::fixed(70)});
    }
    return lags;
}

std::string name_of(const ::testing::TestParamInfo<Lag>& info) {
    constexpr std::array kModeNames = {"Latest", "Lagged", "OldestLegal", "Monotonic"};
    constexpr std::array kDrawNames = {"Fixed", "Uniform", "Exponential"};
    const Lag& lag = info.param;
    return std::string(kModeNames[static_cast<std::size_t>(lag.mode)]) +
           kDrawNames[static_cast<std::size_t>(lag.tables.kind)] +
           std::to_string(lag.tables.most_ms()) + "And" + std::to_string(lag.indexes.most_ms());
}

INSTANTIATE_TEST_SUITE_P(AllModes, EventualReads, ::testing::ValuesIn(all_lags()), name_of);

}  // namespace
}  // namespace stator::testing
