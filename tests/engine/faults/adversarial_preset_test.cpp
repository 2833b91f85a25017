#include "engine/faults/adversarial_preset.hpp"

#include <gtest/gtest.h>

#include <array>
#include <optional>
#include <set>

#include "engine/faults/fault_plan.hpp"

namespace stator::engine::faults {
namespace {

using protocol::ErrorType;
using protocol::errors::ThroughputLimit;

constexpr std::array kDataOperations = {
    "GetItem",
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "Query",
    "Scan",
    "BatchGetItem",
    "BatchWriteItem",
    "TransactGetItems",
    "TransactWriteItems",
    "ExecuteStatement",
    "BatchExecuteStatement",
    "ExecuteTransaction"};

// A conflict counts for every operation, because the rules inject conflicts only into operations
// that can have one.
bool errs(const FaultDecision& decision) {
    return decision.error.has_value() || decision.throttle.has_value() ||
           decision.delivery != Delivery::Whole || decision.rare_answers.conflict_at.has_value();
}

RequestFacts facts_of(std::string_view operation) {
    RequestFacts facts;
    facts.operation = operation;
    facts.tables = {"T"};
    return facts;
}

// The fraction of requests that fail.
double error_rate(double intensity, std::string_view operation) {
    constexpr int kRequests = 4'000;
    FaultPlan plan(1);
    plan.replace(adversarial_rules(intensity));
    int errors = 0;
    for (int i = 0; i < kRequests; ++i) errors += errs(plan.decide(facts_of(operation))) ? 1 : 0;
    return errors / double{kRequests};
}

// The faults that requests of one operation met.
struct Seen {
    std::set<ErrorType> errors;
    std::set<std::optional<ThroughputLimit>> throttles;
    bool throttled_index = false;
    std::set<Delivery> deliveries;
    std::set<std::uint64_t> page_rows;
    std::set<std::size_t> conflicts;
    bool partial = false;
    std::int64_t slowest_ms = 0;
};

Seen watch(std::string_view operation) {
    FaultPlan plan(1);
    plan.replace(adversarial_rules());
    Seen seen;
    for (int i = 0; i < 3'000; ++i) {
        const FaultDecision decision = plan.decide(facts_of(operation));
        if (decision.error) seen.errors.insert(decision.error->type);
        if (decision.throttle) seen.throttles.insert(decision.throttle->limit);
        seen.throttled_index |=
            decision.throttle && decision.throttle->prefers_index(decision.throttle_seed);
        seen.deliveries.insert(decision.delivery);
        const RareAnswers& rare = decision.rare_answers;
        if (rare.page_rows) seen.page_rows.insert(*rare.page_rows);
        if (rare.conflict_at) seen.conflicts.insert(*rare.conflict_at);
        seen.partial |= rare.unprocessed_fraction > 0;
        seen.slowest_ms = std::max(seen.slowest_ms, decision.latency_ms);
    }
    return seen;
}

TEST(AdversarialPreset, RulesHaveNamesOfTheirOwn) {
    std::set<std::string> names;
    for (const FaultRule& rule : adversarial_rules()) {
        EXPECT_TRUE(rule.name.starts_with("adversarial-")) << rule.name;
        EXPECT_TRUE(names.insert(rule.name).second) << rule.name;
    }
}

TEST(AdversarialPreset, ErrorsStayRareEnoughForRetries) {
    for (const char* operation : kDataOperations) {
        EXPECT_LT(error_rate(kDefaultIntensity, operation), 0.35) << operation;
        EXPECT_GT(error_rate(kDefaultIntensity, operation), 0.15) << operation;
        EXPECT_LT(error_rate(1.0, operation), 0.55) << operation;
    }
}

TEST(AdversarialPreset, DoesNothingAtIntensityZero) {
    for (const char* operation : kDataOperations) EXPECT_EQ(error_rate(0, operation), 0);
}

TEST(AdversarialPreset, EveryDataOperationMeetsThrottlesServerErrorsAndLostConnections) {
    for (const char* operation : kDataOperations) {
        const Seen seen = watch(operation);
        EXPECT_EQ(
            seen.errors, (std::set{ErrorType::InternalServerError, ErrorType::ServiceUnavailable})
        ) << operation;
        EXPECT_EQ(
            seen.throttles,
            (std::set<std::optional<ThroughputLimit>>{
                std::nullopt,
                ThroughputLimit::KeyRange,
                ThroughputLimit::MaxOnDemand,
                ThroughputLimit::Account})
        ) << operation;
        EXPECT_TRUE(seen.throttled_index) << operation;
        EXPECT_EQ(
            seen.deliveries, (std::set{Delivery::Whole, Delivery::DropBefore, Delivery::DropAfter})
        ) << operation;
        EXPECT_EQ(seen.slowest_ms, 5) << operation;
    }
}

TEST(AdversarialPreset, OnlyServerErrorsConcernStreams) {
    const Seen seen = watch("GetRecords");
    EXPECT_EQ(
        seen.errors, (std::set{ErrorType::InternalServerError, ErrorType::ServiceUnavailable})
    );
    EXPECT_TRUE(seen.throttles.empty());
    EXPECT_EQ(seen.deliveries, std::set{Delivery::Whole});
}

TEST(AdversarialPreset, PagesAreShortAndAtTimesEmpty) {
    for (const char* operation : {"Query", "Scan", "ExecuteStatement"}) {
        EXPECT_EQ(watch(operation).page_rows, (std::set<std::uint64_t>{0, 1, 2})) << operation;
    }
    EXPECT_TRUE(watch("GetItem").page_rows.empty());
}

// A client that follows the pages must reach the end.
TEST(AdversarialPreset, NotEveryPageIsEmptyEvenAtFullIntensity) {
    FaultPlan plan(1);
    plan.replace(adversarial_rules(1.0));
    int filled = 0;
    for (int i = 0; i < 1'000; ++i) {
        filled += plan.decide(facts_of("Query")).rare_answers.page_rows.value_or(9) > 0 ? 1 : 0;
    }
    EXPECT_GT(filled, 500);
}

TEST(AdversarialPreset, BatchesComeBackInPart) {
    EXPECT_TRUE(watch("BatchGetItem").partial);
    EXPECT_TRUE(watch("BatchWriteItem").partial);
    EXPECT_FALSE(watch("PutItem").partial);
}

TEST(AdversarialPreset, WritesAndTransactionsMeetConflicts) {
    for (const char* operation : {"TransactWriteItems", "TransactGetItems", "ExecuteTransaction"}) {
        EXPECT_EQ(watch(operation).conflicts, (std::set<std::size_t>{0, 99})) << operation;
    }
    for (const char* operation :
         {"PutItem", "UpdateItem", "DeleteItem", "ExecuteStatement", "BatchExecuteStatement"}) {
        EXPECT_EQ(watch(operation).conflicts, std::set<std::size_t>{0}) << operation;
    }
    EXPECT_TRUE(watch("GetItem").conflicts.empty());
}

TEST(AdversarialPreset, DoesNotAffectTableOperations) {
    FaultPlan plan(1);
    plan.replace(adversarial_rules(1.0));
    for (int i = 0; i < 100; ++i) {
        EXPECT_TRUE(plan.decide(facts_of("CreateTable")).applied.empty());
        EXPECT_TRUE(plan.decide(facts_of("DescribeTable")).applied.empty());
    }
}

}  // namespace
}  // namespace stator::engine::faults
