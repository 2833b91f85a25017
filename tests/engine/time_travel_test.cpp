#include "engine/time_travel.hpp"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <variant>

#include "protocol/operations/tables/tables.hpp"
#include "protocol/wire/json.hpp"

namespace stator::engine {
namespace {

constexpr std::int64_t kStartMs = 1'750'000'000'000;
constexpr std::int64_t kTableDelayMs = 1'000;

class TimeTravel : public ::testing::Test {
protected:
    TimeTravel() {
        clock_.freeze();
        EngineOptions options;
        options.table_delay_ms = kTableDelayMs;
        engine_ = std::move(std::get<0>(Engine::open(std::move(options), clock_)));
        context_.region = "us-east-1";
    }

    catalog::Catalog& catalog() {
        const auto catalog = engine_->catalog(context_);  // of the default universe, which stays
        return *catalog;
    }

    void create_table() {
        const auto request = protocol::operations::tables::decode_create_table(
            parsed(R"({"TableName":"tbl","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[)"
                   R"({"AttributeName":"p","AttributeType":"S"}],"KeySchema":[)"
                   R"({"AttributeName":"p","KeyType":"HASH"}]})")
                .root()
        );
        ASSERT_TRUE(catalog().create_table(request.value(), clock_.now_ms()));
        engine_->note_deadline(catalog());
    }

    // An index takes two delays, the second one from when the first is over.
    void add_index() {
        const auto request = protocol::operations::tables::decode_update_table(
            parsed(R"({"TableName":"tbl","AttributeDefinitions":[)"
                   R"({"AttributeName":"x","AttributeType":"S"}],"GlobalSecondaryIndexUpdates":[)"
                   R"({"Create":{"IndexName":"gsi","KeySchema":[)"
                   R"({"AttributeName":"x","KeyType":"HASH"}],)"
                   R"("Projection":{"ProjectionType":"ALL"}}}]})")
                .root()
        );
        ASSERT_TRUE(catalog().update_table(request.value(), clock_.now_ms()));
        engine_->note_deadline(catalog());
    }

    protocol::model::TableDescription table() {
        return catalog().describe_table("tbl").value().description;
    }

    static protocol::wire::JsonDocument parsed(const std::string& json) {
        return std::move(*protocol::wire::JsonDocument::parse(json));
    }

    void advance(std::int64_t milliseconds) { advance_clock(*engine_, clock_, milliseconds); }

    ManualClock real_{kStartMs};
    VirtualClock clock_{real_};
    std::unique_ptr<Engine> engine_;
    RequestContext context_;
};

TEST_F(TimeTravel, ArrivesWhereItIsToldTo) {
    for (const std::int64_t milliseconds : {0, 1, 999, 1'001, 172'800'000}) {
        const std::int64_t before = clock_.now_ms();
        advance(milliseconds);
        EXPECT_EQ(clock_.now_ms() - before, milliseconds);
    }
    EXPECT_EQ(real_.now_ms(), kStartMs);
}

TEST_F(TimeTravel, MakesWhatIsDueOnTheWayAndNothingElse) {
    create_table();
    advance(kTableDelayMs - 1);
    EXPECT_EQ(table().status, protocol::values::TableStatus::Creating);
    advance(1);
    EXPECT_EQ(table().status, protocol::values::TableStatus::Active);
}

// Whoever jumped the whole way would begin the second delay at the end of the journey.
TEST_F(TimeTravel, StopsAtADeadlineThatLeadsToAnother) {
    create_table();
    advance(kTableDelayMs);
    add_index();
    advance(2 * kTableDelayMs - 1);
    ASSERT_EQ(table().global_indexes.size(), 1U);
    EXPECT_EQ(table().global_indexes[0].status, protocol::values::IndexStatus::Creating);
    EXPECT_TRUE(table().global_indexes[0].backfilling);
    advance(1);
    EXPECT_EQ(table().global_indexes[0].status, protocol::values::IndexStatus::Active);
    EXPECT_EQ(table().status, protocol::values::TableStatus::Active);
}

// On a journey of a thousand seconds it looks once a second, whatever is due in between.
TEST_F(TimeTravel, StopsAThousandTimesAtMost) {
    create_table();
    advance(kTableDelayMs);
    add_index();
    clock_.advance(500);
    engine_->deadlines().note(clock_.now_ms() + 1);
    advance(1'000'000);
    EXPECT_EQ(clock_.now_ms(), kStartMs + kTableDelayMs + 500 + 1'000'000);
    EXPECT_EQ(table().global_indexes[0].status, protocol::values::IndexStatus::Active);
}

// What became due while nobody called belongs before the journey.
TEST_F(TimeTravel, DoesWhatIsOverdueFirst) {
    create_table();
    clock_.advance(kTableDelayMs);
    EXPECT_EQ(table().status, protocol::values::TableStatus::Creating);
    advance(0);
    EXPECT_EQ(table().status, protocol::values::TableStatus::Active);
}

}  // namespace
}  // namespace stator::engine
