#include "engine/time_travel.hpp"
#include "engine/faults/watched_context.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "emulator/operations/operation_table.hpp"
#include "protocol/wire/json.hpp"

namespace stator::engine {
namespace {

constexpr Instant kStart{1'750'000'000'000};
constexpr std::int64_t kTableDelayMs = 1'000;

class TimeTravel : public ::testing::Test {
protected:
    TimeTravel() {
        EngineOptions options;
        options.table_delay_ms = kTableDelayMs;
        engine_ = std::move(std::get<0>(Engine::open(std::move(options), real_)));
        clock().freeze();
        context_.place.region = "us-east-1";
    }

    catalog::Catalog& catalog() { return universe().catalog(context_); }

    void run(std::string_view operation, const std::string& request) {
        const auto* row = emulator::operations::find_operation(operation, false);
        const auto json = protocol::wire::JsonDocument::parse(request);
        ASSERT_TRUE(row != nullptr && json) << request;
        context_.now = clock().now();
        RequestOutcome outcome;
        const auto reply = row->handler(universe(), context_, json->root(), outcome);
        ASSERT_TRUE(reply) << reply.error().message;
    }

    void create_table() {
        run("CreateTable",
            R"({"TableName":"tbl","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
            R"({"AttributeName":"p","AttributeType":"S"}],"KeySchema":[)"
            R"({"AttributeName":"p","KeyType":"HASH"}],)"
            R"("StreamSpecification":{"StreamEnabled":true,"StreamViewType":"KEYS_ONLY"}})");
    }

    void create_expiring_table() {
        create_table();
        advance(kTableDelayMs);
        run("UpdateTimeToLive",
            R"({"TableName":"tbl","TimeToLiveSpecification":)"
            R"({"Enabled":true,"AttributeName":"end"}})");
    }

    // Puts an item that expires in this number of seconds.
    void put_expiring(const std::string& p, int seconds) {
        const std::string end = std::to_string(clock().now().unix_ms() / 1'000 + seconds);
        run("PutItem",
            R"({"TableName":"tbl","Item":{"p":{"S":")" + p + R"("},"end":{"N":")" + end + R"("}}})"
        );
    }

    // The times at which items were deleted, in order.
    std::vector<Instant> deletion_times() {
        std::vector<Instant> times;
        for (const auto& stream : catalog().streams().all()) {
            for (const auto& shard : stream->shards()) {
                for (const auto& record : shard->records()) {
                    if (record.by_time_to_live) times.push_back(record.time);
                }
            }
        }
        std::sort(times.begin(), times.end());
        return times;
    }

    Universe& universe() { return engine_->default_universe(); }

    VirtualClock& clock() { return universe().clock(); }

    protocol::model::TableDescription table() {
        return catalog().describe_table("tbl").value().description;
    }

    void advance(std::int64_t milliseconds) { advance_clock(universe(), milliseconds); }

    ManualClock real_{kStart};
    std::unique_ptr<Engine> engine_;
    faults::WatchedContext context_;
};

TEST_F(TimeTravel, ReachesTheRequestedTime) {
    for (const std::int64_t milliseconds : {0, 1, 999, 1'001, 172'800'000}) {
        const Instant before = clock().now();
        advance(milliseconds);
        EXPECT_EQ(clock().now() - before, milliseconds);
    }
    EXPECT_EQ(real_.now(), kStart);
}

TEST_F(TimeTravel, PerformsOnlyTheWorkDueInTheInterval) {
    create_table();
    advance(kTableDelayMs - 1);
    EXPECT_EQ(table().status, protocol::values::TableStatus::Creating);
    advance(1);
    EXPECT_EQ(table().status, protocol::values::TableStatus::Active);
}

// One jump to the end would delete both items at the final time.
TEST_F(TimeTravel, StopsAtEachDeadline) {
    create_expiring_table();
    put_expiring("a", 10);
    put_expiring("b", 20);
    const Instant before = clock().now();
    advance(60'000);
    const std::vector<Instant> times = deletion_times();
    ASSERT_EQ(times.size(), 2U);
    EXPECT_EQ(times[1] - times[0], 10'000);
    EXPECT_LE(times[0], before + 11'000);
    EXPECT_EQ(clock().now(), before + 60'000);
}

// Over two thousand seconds the clock stops every other second, regardless of how much work is due
// in between.
TEST_F(TimeTravel, StopsAThousandTimesAtMost) {
    create_expiring_table();
    for (int i = 0; i < 2'000; ++i) put_expiring("p" + std::to_string(i), 1 + i);
    advance(2'010'000);
    const std::vector<Instant> times = deletion_times();
    EXPECT_EQ(times.size(), 2'000U);
    const std::set<Instant> stops(times.begin(), times.end());
    EXPECT_LE(stops.size(), 1'000U);
    EXPECT_GE(stops.size(), 600U);
}

// Work that became due while no request arrived is done before the advance.
TEST_F(TimeTravel, DoesOverdueWorkFirst) {
    create_table();
    clock().advance(kTableDelayMs);
    EXPECT_EQ(table().status, protocol::values::TableStatus::Creating);
    advance(0);
    EXPECT_EQ(table().status, protocol::values::TableStatus::Active);
}

}  // namespace
}  // namespace stator::engine
