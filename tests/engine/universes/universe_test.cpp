#include "engine/universes/universe.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/database.hpp"

namespace stator::engine::universes {
namespace {

using testing::Database;

constexpr Instant kFrozenTime{1'767'225'600'000};

EngineOptions with_seed(std::optional<std::uint64_t> seed) {
    EngineOptions options;
    options.seed = seed;
    return options;
}

std::vector<std::uint64_t> next_three(Universe& universe) {
    std::vector<std::uint64_t> numbers;
    for (int i = 0; i < 3; ++i) numbers.push_back(universe.next_request_number());
    return numbers;
}

TEST(Universe, DerivesRequestNumbersFromItsSeed) {
    Database first(with_seed(5));
    Database same(with_seed(5));
    Database other(with_seed(6));
    const auto numbers = next_three(first.universe());
    EXPECT_EQ(next_three(same.universe()), numbers);
    EXPECT_NE(next_three(other.universe()), numbers);
    EXPECT_NE(next_three(first.universe()), numbers) << "each request has another number";
    for (const std::uint64_t number : numbers) EXPECT_NE(number, 0U);
    first.universe().reseed(Seeds::of(5));
    EXPECT_EQ(next_three(first.universe()), numbers);
}

TEST(Universe, UsesNoRequestNumbersWithoutASeed) {
    Database database(with_seed(std::nullopt));
    EXPECT_EQ(next_three(database.universe()), (std::vector<std::uint64_t>{0, 0, 0}));
    database.universe().reseed(Seeds::of(5));
    EXPECT_NE(database.universe().next_request_number(), 0U);
}

TEST(Universe, ReturnsTheNextDeadline) {
    EngineOptions options;
    options.table_delay_ms = 500;
    Database database(options);
    EXPECT_EQ(database.universe().run_due(), kNever);
    database.create_table("tbl", "pk:S");
    const Instant now = database.universe().now();
    EXPECT_EQ(database.universe().run_due(), now + 500);
    database.clock().advance(500);
    database.universe().run_due();
    EXPECT_NE(
        database.run("DescribeTable", R"({"TableName":"tbl"})").find(R"("TableStatus":"ACTIVE")"),
        std::string::npos
    );
}

TEST(Universe, RunsAddedWorkWhenItIsDue) {
    Database database;
    Universe& universe = database.universe();
    std::vector<Instant> called;
    universe.add_due_work({"test", [&](Instant now) {
                               called.push_back(now);
                               return called.size() == 1 ? now + 1'000 : kNever;
                           }});
    const Instant begin = universe.now();
    EXPECT_EQ(universe.run_due(), begin + 1'000);
    universe.run_due_if_needed();
    EXPECT_EQ(called.size(), 1U) << "the work is not due yet";
    database.clock().advance(1'000);
    universe.run_due_if_needed();
    EXPECT_EQ(called, (std::vector<Instant>{begin, begin + 1'000}));
    EXPECT_EQ(universe.deadlines().next(), kNever);
}

TEST(Universe, RestartsAtTheGivenTime) {
    Database database(with_seed(5));
    Universe& universe = database.universe();
    database.create_table("tbl", "pk:S");
    database.run(testing::put("tbl", testing::item({{"pk", testing::text("a")}})));
    EXPECT_NE(universe.consistency().last_sequence(), SequenceNumber{});
    universe.restart(Seeds::of(9), kFrozenTime);
    EXPECT_EQ(universe.now(), kFrozenTime);
    database.clock().advance(1'000);
    EXPECT_EQ(universe.now(), kFrozenTime) << "the clock is frozen";
    EXPECT_EQ(universe.consistency().last_sequence(), SequenceNumber{});
    EXPECT_EQ(universe.seeds().given, 9U);
}

TEST(Universe, CopiesTheControlsOfAnotherUniverse) {
    Database database;
    Universe& original = database.universe();
    consistency::LagSettings lag;
    lag.tables = {consistency::ReadMode::OldestLegal, Distribution::fixed(70)};
    original.consistency().set_settings(lag);
    original.throughput().set_mode(capacity::ThrottleMode::Aws);
    original.global_tables().set_links({Distribution::fixed(30), {{"eu-west-1"}}});
    original.clock().freeze(kFrozenTime);
    original.reseed(Seeds::of(9));
    database.engine().copy_universe("", "other");
    Universe& other = *database.engine().universe("other");
    other.consistency().set_settings({});
    other.take_controls(original);
    EXPECT_EQ(other.consistency().settings(), lag);
    EXPECT_EQ(other.throughput().mode(), capacity::ThrottleMode::Aws);
    EXPECT_EQ(
        other.global_tables().links().settings(), original.global_tables().links().settings()
    );
    EXPECT_EQ(other.now(), original.now());
    EXPECT_EQ(other.seeds().given, 9U);
}

TEST(Universe, RecordsNoSeedInMemory) {
    Database database;
    EXPECT_EQ(database.universe().record_seed(5), JournalTicket());
    EXPECT_EQ(database.universe().recorded_seed(), std::nullopt);
}

}  // namespace
}  // namespace stator::engine::universes
