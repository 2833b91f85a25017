#include "engine/faults/fault_plan.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <thread>

#include "protocol/errors/usual.hpp"

namespace stator::engine::faults {
namespace {

using protocol::ErrorType;

constexpr std::uint64_t kSeed = 7;

RequestFacts request(std::string operation, std::string table = "T", std::string key = "k") {
    RequestFacts facts;
    facts.operation = std::move(operation);
    facts.keys.push_back({table, "pk", std::move(key)});
    facts.tables.push_back(std::move(table));
    return facts;
}

Fault failing(ErrorType type) {
    Fault fault;
    fault.error = protocol::errors::usual_error(type);
    return fault;
}

FaultRule rule(std::string name, FaultMatch match, Fault fault, std::uint64_t times = 0) {
    return {std::move(name), std::move(match), std::move(fault), times};
}

// One character per request: 'x' for an error, '.' for none.
std::string errors_of(FaultPlan& plan, int requests, const RequestFacts& facts) {
    std::string text;
    for (int i = 0; i < requests; ++i) text.push_back(plan.decide(facts).error ? 'x' : '.');
    return text;
}

TEST(FaultPlan, IsInactiveWithoutRules) {
    FaultPlan plan(kSeed);
    EXPECT_FALSE(plan.is_active());
    const FaultDecision decision = plan.decide(request("PutItem"));
    EXPECT_FALSE(decision.error.has_value());
    EXPECT_FALSE(decision.has_rare_answers);
    EXPECT_EQ(decision.latency_ms, 0);
    EXPECT_EQ(decision.delivery, Delivery::Whole);
    EXPECT_TRUE(decision.applied.empty());
}

TEST(FaultPlan, IsActiveWhileItHasARule) {
    FaultPlan plan(kSeed);
    EXPECT_EQ(plan.add({rule("a", {}, failing(ErrorType::ServiceUnavailable))}), std::nullopt);
    EXPECT_TRUE(plan.is_active());
    EXPECT_FALSE(plan.remove("b"));
    EXPECT_TRUE(plan.remove("a"));
    EXPECT_FALSE(plan.is_active());
    plan.replace({rule("a", {}, failing(ErrorType::ServiceUnavailable))});
    EXPECT_TRUE(plan.is_active());
    plan.clear();
    EXPECT_FALSE(plan.is_active());
}

TEST(FaultPlan, RefusesANameInUse) {
    FaultPlan plan(kSeed);
    plan.replace({rule("a", {}, failing(ErrorType::ServiceUnavailable))});
    const auto taken = plan.add({rule("b", {}, {}), rule("a", {}, {})});
    EXPECT_EQ(taken, "a");
    EXPECT_EQ(plan.rules().size(), 1U);
}

TEST(FaultPlan, MatchesEveryConditionOfARule) {
    FaultMatch match;
    match.operations = {"Put*", "GetItem"};
    match.tables = {"prod-*"};
    match.key_prefix = "user#";
    match.universe = "u1";
    match.regions = {"eu-*"};
    RequestFacts facts = request("PutItem", "prod-a", "user#1");
    facts.universe = "u1";
    facts.region = "eu-west-2";
    EXPECT_TRUE(matches(match, facts));

    RequestFacts elsewhere = facts;
    elsewhere.region = "us-east-1";
    EXPECT_FALSE(matches(match, elsewhere));
    RequestFacts other = facts;
    other.operation = "DeleteItem";
    EXPECT_FALSE(matches(match, other));
    other = facts;
    other.universe = "";
    EXPECT_FALSE(matches(match, other));
    other = facts;
    other.tables = {"test"};
    EXPECT_FALSE(matches(match, other));
    other = facts;
    other.keys[0].value = "order#1";
    EXPECT_FALSE(matches(match, other));
}

TEST(FaultPlan, MatchesUniversesByNameOrPattern) {
    struct Case {
        std::string pattern, universe;
        bool matches;
    };

    const Case cases[] = {
        {"x1", "x1", true},
        {"x1", "x12", false},
        {"x*", "x1", true},
        {"x*", "y1", false},
        {"x*", "", false},
        {"*", "x1", true},
        // "" is the default universe.
        {"*", "", true},
        {"def*", "", true},
        {"", "", true},
        {"", "x1", false},
    };
    for (const Case& each : cases) {
        FaultMatch match;
        match.universe = each.pattern;
        RequestFacts facts = request("PutItem");
        facts.universe = each.universe;
        EXPECT_EQ(matches(match, facts), each.matches) << each.pattern << " " << each.universe;
    }
}

TEST(FaultPlan, ComparesKeysOfTheTablesOfTheRuleOnly) {
    FaultMatch match;
    match.tables = {"A"};
    match.key_prefix = "user#";
    RequestFacts facts;
    facts.tables = {"A", "B"};
    facts.keys = {{"A", "pk", "order#1"}, {"B", "pk", "user#1"}};
    EXPECT_FALSE(matches(match, facts));
    facts.keys[0].value = "user#2";
    EXPECT_TRUE(matches(match, facts));
}

TEST(FaultPlan, ComparesTheAttributeOfTheRuleOnly) {
    FaultMatch match;
    match.key_prefix = "user#";
    match.key_attribute = "pk";
    RequestFacts facts;
    facts.keys = {{"T", "owner", "user#1"}};
    EXPECT_FALSE(matches(match, facts));
    facts.keys = {{"T", "", "user#1"}};
    EXPECT_TRUE(matches(match, facts));
}

TEST(FaultPlan, MatchesIndexes) {
    FaultMatch match;
    match.indexes = {"By*"};
    RequestFacts facts = request("Query");
    EXPECT_FALSE(matches(match, facts));
    facts.indexes = {"ByYear"};
    EXPECT_TRUE(matches(match, facts));
}

TEST(FaultPlan, CountsMatchesForNthAndEvery) {
    const Fault fault = failing(ErrorType::ThrottlingException);
    FaultPlan plan(kSeed);
    plan.replace({rule("third", {.operations = {"PutItem"}, .nth = 3}, fault)});
    EXPECT_EQ(errors_of(plan, 3, request("GetItem")), "...");
    EXPECT_EQ(errors_of(plan, 6, request("PutItem")), "..x...");
    plan.replace({rule("every second", {.every = 2}, fault)});
    EXPECT_EQ(errors_of(plan, 6, request("PutItem")), ".x.x.x");
}

TEST(FaultPlan, StopsAfterTimes) {
    FaultPlan plan(kSeed);
    plan.replace({rule("twice", {.every = 2}, failing(ErrorType::ThrottlingException), 2)});
    EXPECT_EQ(errors_of(plan, 8, request("PutItem")), ".x.x....");
    const auto rules = plan.rules();
    EXPECT_EQ(rules[0].matched, 8U);
    EXPECT_EQ(rules[0].fired, 2U);
}

TEST(FaultPlan, FiresAboutAsOftenAsItsProbability) {
    FaultPlan plan(kSeed);
    plan.replace({rule("some", {.probability = 0.2}, failing(ErrorType::ThrottlingException))});
    const std::string text = errors_of(plan, 2'000, request("PutItem"));
    const auto count = std::count(text.begin(), text.end(), 'x');
    EXPECT_GT(count, 340);
    EXPECT_LT(count, 460);
}

TEST(FaultPlan, RepeatsItselfForASeed) {
    const auto run = [](std::uint64_t seed) {
        FaultPlan plan(seed);
        plan.replace({rule("a", {.probability = 0.5}, failing(ErrorType::ThrottlingException))});
        return errors_of(plan, 64, request("PutItem"));
    };
    EXPECT_EQ(run(1), run(1));
    EXPECT_NE(run(1), run(2));
}

TEST(FaultPlan, ReseedingRestartsAllCounts) {
    FaultPlan plan(1);
    plan.replace({rule("a", {.probability = 0.5}, failing(ErrorType::ThrottlingException))});
    const std::string first = errors_of(plan, 64, request("PutItem"));
    EXPECT_NE(errors_of(plan, 64, request("PutItem")), first);
    plan.reseed(1);
    EXPECT_EQ(plan.rules()[0].matched, 0U);
    EXPECT_EQ(plan.rules()[0].fired, 0U);
    EXPECT_EQ(errors_of(plan, 64, request("PutItem")), first);
    plan.reseed(2);
    EXPECT_EQ(plan.seed(), 2U);
    EXPECT_NE(errors_of(plan, 64, request("PutItem")), first);
}

TEST(FaultPlan, DrawsOfARuleDoNotDependOnOtherRules) {
    const FaultRule some =
        rule("some", {.probability = 0.5}, failing(ErrorType::ThrottlingException));
    FaultPlan alone(kSeed);
    alone.replace({some});
    FaultPlan among(kSeed);
    among.replace(
        {rule("other", {.probability = 0.5}, {.latency = Distribution::uniform(1, 9)}), some}
    );
    const RequestFacts facts = request("PutItem");
    EXPECT_EQ(errors_of(alone, 64, facts), errors_of(among, 64, facts));
}

TEST(FaultPlan, TheFirstRuleOfAKindWins) {
    FaultPlan plan(kSeed);
    plan.replace({
        rule("slow", {}, {.latency = Distribution::fixed(20), .page_rows = 2}),
        rule("slower", {}, {.latency = Distribution::fixed(90)}),
        rule("empty", {}, {.page_rows = 0, .conflict_at = 3}),
        rule("lost", {}, {.delivery = Delivery::DropAfter}),
    });
    const FaultDecision decision = plan.decide(request("Query"));
    EXPECT_EQ(decision.latency_ms, 20);
    EXPECT_TRUE(decision.has_rare_answers);
    EXPECT_EQ(decision.rare_answers.page_rows, 2U);
    EXPECT_EQ(decision.rare_answers.conflict_at, 3U);
    EXPECT_EQ(decision.delivery, Delivery::DropAfter);
    EXPECT_EQ(decision.applied, (std::vector<std::string>{"slow", "empty", "lost"}));
}

TEST(FaultPlan, ARuleThatAddsNothingDoesNotFire) {
    FaultPlan plan(kSeed);
    plan.replace({
        rule("slow", {}, {.latency = Distribution::fixed(20)}),
        rule("slower", {}, {.latency = Distribution::fixed(90)}, 1),
    });
    plan.decide(request("Query"));
    EXPECT_EQ(plan.rules()[1].matched, 1U);
    EXPECT_EQ(plan.rules()[1].fired, 0U);
    EXPECT_TRUE(plan.remove("slow"));
    EXPECT_EQ(plan.decide(request("Query")).latency_ms, 90);
}

TEST(FaultPlan, AnErrorSkipsLaterRules) {
    FaultPlan plan(kSeed);
    plan.replace({
        rule("slow", {}, {.latency = Distribution::fixed(20)}),
        rule("busy", {}, failing(ErrorType::ServiceUnavailable)),
        rule("later", {}, failing(ErrorType::ThrottlingException)),
    });
    const FaultDecision decision = plan.decide(request("PutItem"));
    EXPECT_EQ(decision.latency_ms, 20);
    ASSERT_TRUE(decision.error.has_value());
    EXPECT_EQ(decision.error->type, ErrorType::ServiceUnavailable);
    EXPECT_EQ(plan.rules()[2].matched, 0U);
}

TEST(FaultPlan, AConnectionDroppedBeforeTheCommitSkipsLaterRules) {
    FaultPlan plan(kSeed);
    plan.replace({
        rule("lost", {}, {.delivery = Delivery::DropBefore}),
        rule("later", {}, failing(ErrorType::ThrottlingException)),
    });
    const FaultDecision decision = plan.decide(request("PutItem"));
    EXPECT_EQ(decision.delivery, Delivery::DropBefore);
    EXPECT_FALSE(decision.error.has_value());
}

TEST(FaultPlan, LetsEachBatchReturnDifferentWrites) {
    FaultPlan plan(kSeed);
    plan.replace({rule("partial", {}, {.unprocessed_fraction = 0.5})});
    const FaultDecision one = plan.decide(request("BatchWriteItem"));
    const FaultDecision two = plan.decide(request("BatchWriteItem"));
    EXPECT_TRUE(one.has_rare_answers);
    EXPECT_EQ(one.rare_answers.unprocessed_fraction, 0.5);
    EXPECT_NE(one.rare_answers.unprocessed_seed, two.rare_answers.unprocessed_seed);
}

TEST(FaultPlan, DoesNotCountTheRequestsOwnFault) {
    FaultPlan plan(kSeed);
    plan.replace({rule("a", {}, failing(ErrorType::ThrottlingException))});
    const Fault own = {.latency = Distribution::uniform(1, 1'000'000), .page_rows = 1};
    const FaultDecision one = plan.decide_one(own, "own");
    EXPECT_FALSE(one.error.has_value());
    EXPECT_EQ(one.rare_answers.page_rows, 1U);
    EXPECT_EQ(one.applied, std::vector<std::string>{"own"});
    EXPECT_NE(plan.decide_one(own, "own").latency_ms, one.latency_ms);
    EXPECT_EQ(plan.rules()[0].matched, 0U);
    plan.reseed(kSeed);
    EXPECT_EQ(plan.decide_one(own, "own").latency_ms, one.latency_ms);
}

TEST(FaultPlan, CountsEveryRequestOfManyThreads) {
    constexpr int kThreads = 4;
    constexpr int kRequests = 500;
    FaultPlan plan(kSeed);
    plan.replace({rule("a", {.every = 10}, failing(ErrorType::ThrottlingException))});
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&plan] { errors_of(plan, kRequests, request("PutItem")); });
    }
    for (std::thread& thread : threads) thread.join();
    EXPECT_EQ(plan.rules()[0].matched, std::uint64_t{kThreads * kRequests});
    EXPECT_EQ(plan.rules()[0].fired, std::uint64_t{kThreads * kRequests / 10});
}

}  // namespace
}  // namespace stator::engine::faults
