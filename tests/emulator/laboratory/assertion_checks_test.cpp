#include "emulator/laboratory/assertion_checks.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"

namespace stator::emulator::laboratory {
namespace {

using protocol::wire::JsonDocument;
using testing::text;

class AssertionChecks : public ::testing::Test {
protected:
    AssertionChecks() {
        for (const char* universe : {"one", "two"}) {
            journal(universe).configure({.on = true, .capacity = 100});
        }
        journal("").configure({.on = true, .capacity = 4});
    }

    journal::RequestJournal& journal(const std::string& universe) {
        return world_.laboratories().find(universe)->journal();
    }

    void add_scan(
        const std::string& universe, const std::string& label = "", std::int64_t time_ms = 0
    ) {
        journal::RequestRecord record;
        record.operation = "Scan";
        record.universe = universe;
        record.label = label;
        record.time = engine::Instant(time_ms);
        record.uses.resize(1);
        record.uses[0].table = "orders";
        journal(universe).add(std::move(record));
    }

    // "actual: sentence", or the reason why nothing was checked.
    std::string check(const std::string& assertion) {
        const auto document = JsonDocument::parse(R"({"assertions":[)" + assertion + "]}");
        const auto read = journal::read_assertions(document->root());
        if (read.has_error()) return read.error().sentence;
        const auto results = check_assertions(world_.laboratories(), world_.laboratory(), *read);
        if (results.has_error()) return results.error().sentence;
        const journal::AssertionResult& result = results->front();
        const auto actual = std::to_string(static_cast<int>(result.actual));
        return (result.passed ? "passed " : "failed ") + actual;
    }

    testing::World world_;
};

TEST_F(AssertionChecks, LookIntoTheUniversesThatAreNamed) {
    add_scan("");
    add_scan("one");
    add_scan("one");
    add_scan("two");
    EXPECT_EQ(check(R"({"most":9})"), "passed 1") << "of the one that is asked";
    EXPECT_EQ(check(R"({"universe":"default","most":9})"), "passed 1");
    EXPECT_EQ(check(R"({"universe":"one","most":9})"), "passed 2");
    EXPECT_EQ(check(R"({"universe":"*o*","most":9})"), "passed 3");
    EXPECT_EQ(check(R"({"universe":"*","most":3})"), "failed 4");
    EXPECT_EQ(
        check(R"({"universe":"onne","most":9})"),
        "there is no universe 'onne'; GET /_stator/v1/universes lists them, POST makes one."
    );
}

TEST_F(AssertionChecks, CountOnlyRequestsWithALabel) {
    add_scan("", "test-1");
    add_scan("", "test-2");
    add_scan("", "test-2");
    add_scan("");
    EXPECT_EQ(check(R"({"label":"test-2","most":9})"), "passed 2");
    EXPECT_EQ(check(R"({"label":"test-*","table":"orders","most":9})"), "passed 3");
    EXPECT_EQ(check(R"({"label":"","most":9})"), "passed 1");
}

TEST_F(AssertionChecks, LookAtAWindowOfTime) {
    for (const int time_ms : {10, 20, 30}) add_scan("", "", time_ms);
    EXPECT_EQ(check(R"({"from":20,"most":9})"), "passed 2");
    EXPECT_EQ(check(R"({"to":20,"most":9})"), "passed 1");
    EXPECT_EQ(check(R"({"from":20,"to":30,"most":9})"), "passed 1");
    EXPECT_EQ(check(R"({"from":"2026-01-01","most":9})"), "passed 0");
}

TEST_F(AssertionChecks, KnowWhatTheJournalHasForgotten) {
    add_scan("", "test-1", 10);
    for (int i = 0; i < 4; ++i) add_scan("", "test-2", 20);
    EXPECT_EQ(check(R"({"most":9})"), "passed 5") << "sums are never forgotten";
    EXPECT_EQ(check(R"({"label":"test-2","most":9})"), "passed 4");
    EXPECT_EQ(check(R"({"label":"test-1","most":9})"), "failed 0");
    EXPECT_EQ(check(R"({"from":20,"most":9})"), "passed 4");
    EXPECT_EQ(check(R"({"from":10,"most":9})"), "failed 4");
    EXPECT_EQ(check(R"({"from":10,"least":3})"), "passed 4");
}

TEST_F(AssertionChecks, CountFindings) {
    add_scan("", "test-1");
    add_scan("one");
    EXPECT_EQ(check(R"({"finding":"scan","most":0})"), "failed 1");
    EXPECT_EQ(check(R"({"finding":"scan","table":"ord*","universe":"*","most":0})"), "failed 2");
    EXPECT_EQ(check(R"({"finding":"scan","table":"users","most":0})"), "passed 0");
    EXPECT_EQ(check(R"({"finding":"scan","label":"test-1","most":0})"), "failed 1");
    EXPECT_EQ(check(R"({"finding":"scan","label":"test-2","most":0})"), "passed 0");
    EXPECT_EQ(check(R"({"finding":"*","operation":"Query","most":0})"), "passed 0");
}

TEST_F(AssertionChecks, CountNotesIfTheSeverityIncludesThem) {
    world_.run(
        "",
        "CreateTable",
        R"({"TableName":"orders","BillingMode":"PAY_PER_REQUEST",)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],"AttributeDefinitions":)"
        R"([{"AttributeName":"pk","AttributeType":"S"},{"AttributeName":"day","AttributeType":"S"}],)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"idle","Projection":{"ProjectionType":"ALL"},)"
        R"("KeySchema":[{"AttributeName":"day","KeyType":"HASH"}]}]})"
    );
    EXPECT_EQ(check(R"({"finding":"unused-index","most":0})"), "passed 0");
    EXPECT_EQ(check(R"({"finding":"unused-index","severity":"note","most":0})"), "failed 1");
    EXPECT_EQ(
        check(R"({"finding":"unused-index","severity":"note","region":"eu-*","most":0})"),
        "passed 0"
    );
}

TEST_F(AssertionChecks, RejectUnknownFindings) {
    EXPECT_EQ(
        check(R"({"finding":"scans","most":0})"),
        "there are no findings 'scans'; there are scan, discarding-filter, unfollowed-page, "
        "ignored-unprocessed, hot-key, unused-index."
    );
    EXPECT_EQ(
        check(R"({"finding":"hot-key","label":"a","most":0})"),
        "hot keys are not known by label and time; leave out 'label', 'from' and 'to', or DELETE "
        "/_stator/v1/heat first."
    );
}

// No matter where it was read and written, and how its partition was split.
TEST_F(AssertionChecks, AHotKeyIsOneFinding) {
    world_.create_table("", "orders");
    world_.call("PUT", "/throughput", R"({"heat":true})");
    const testing::Attributes large = {{"t", text(std::string(100'000, 'x'))}};
    for (int i = 0; i < 3; ++i) {
        world_.put("", "orders", "hot", large);
        for (int read = 0; read < 4; ++read) world_.get("", "orders", "hot");
    }
    EXPECT_EQ(check(R"({"finding":"hot-key","most":0})"), "failed 1");
    EXPECT_EQ(
        check(R"({"finding":"hot-key","table":"orders","region":"us-east-1","most":1})"), "passed 1"
    );
}

}  // namespace
}  // namespace stator::emulator::laboratory
