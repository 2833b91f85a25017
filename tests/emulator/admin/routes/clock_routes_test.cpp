#include "emulator/admin/routes/groups.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "engine/storage/partition.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::emulator::admin::routes {
namespace {

using testing::kStreamOn;
using testing::number;
using testing::text;
using testing::World;

constexpr std::int64_t kSecondMs = 1'000;
constexpr std::int64_t kMinuteMs = 60 * kSecondMs;
constexpr std::int64_t kHourMs = 60 * kMinuteMs;
constexpr std::int64_t kDayMs = 24 * kHourMs;
constexpr std::int64_t kYearMs = 365 * kDayMs;
constexpr engine::Instant kStart{1'750'000'000'000};
constexpr engine::Instant kNewYear{1'767'225'600'000};  // 2026-01-01

class ClockRoutes : public ::testing::Test {
protected:
    std::string post(const std::string& verb, const std::string& body = "") {
        return world_.call("POST", "/clock/" + verb, body);
    }

    std::string show() { return world_.call("GET", "/clock"); }

    // A change answers with the same text as GET.
    void expect_shown(const std::string& answer) { EXPECT_EQ(answer, show()); }

    engine::Instant now() { return world_.clock().now(); }

    // "mode" and "scale" as GET shows them.
    std::string mode() {
        const auto scale = testing::all_matches(show(), R"re("scale":([0-9.e+-]+))re");
        return World::member(show(), "mode") + " " + (scale.empty() ? "" : scale.front());
    }

    World world_;
};

TEST_F(ClockRoutes, ShowAClockThatFollows) {
    EXPECT_EQ(
        show(),
        R"({"universe":"default",)"
        R"("nowMs":1750000000000,"now":"2025-06-15T15:06:40.000Z","mode":"follow",)"
        R"("scale":1,"offsetMs":0,"nextDueMs":null})"
    );
}

TEST_F(ClockRoutes, AFrozenClockIgnoresRealTime) {
    expect_shown(post("freeze"));
    EXPECT_EQ(mode(), "frozen 0");
    world_.real().advance(kHourMs);
    EXPECT_EQ(now(), kStart);
    EXPECT_NE(show().find(R"("offsetMs":-3600000)"), std::string::npos) << show();
    post("freeze", R"({"at":"2026-01-01T00:00:00Z"})");
    EXPECT_EQ(now(), kNewYear);
    post("freeze", R"({"at":1000})");
    EXPECT_EQ(now(), engine::Instant(1'000));
    post("freeze", R"({"at":"2026-01-01"})");
    EXPECT_EQ(now(), kNewYear);
    post("advance", R"({"ms":5})");
    EXPECT_EQ(now(), kNewYear + 5);
    EXPECT_EQ(mode(), "frozen 0");
    post("set", R"({"to":7})");
    EXPECT_EQ(mode(), "frozen 0");
    EXPECT_EQ(now(), engine::Instant(7));
    expect_shown(post("follow"));
    EXPECT_EQ(mode(), "follow 1");
    EXPECT_EQ(now(), kStart + kHourMs);
}

TEST_F(ClockRoutes, AShiftedClockRuns) {
    expect_shown(post("advance", R"({"by":"48h"})"));
    EXPECT_EQ(now(), kStart + 2 * kDayMs);
    EXPECT_EQ(mode(), "shifted 1");
    world_.real().advance(kMinuteMs);
    EXPECT_EQ(now(), kStart + 2 * kDayMs + kMinuteMs);
    expect_shown(post("set", R"({"to":"2026-01-01T00:00:00.250Z"})"));
    EXPECT_EQ(now(), kNewYear + 250);
    world_.real().advance(50);
    EXPECT_EQ(now(), kNewYear + 300);
    EXPECT_EQ(World::member(show(), "now"), "2026-01-01T00:00:00.300Z");
}

TEST_F(ClockRoutes, AScaledClockRunsFasterOrSlower) {
    expect_shown(post("scale", R"({"factor":60})"));
    EXPECT_EQ(mode(), "scaled 60");
    world_.real().advance(kSecondMs);
    EXPECT_EQ(now(), kStart + kMinuteMs);
    post("advance", R"({"by":"1h"})");
    world_.real().advance(kSecondMs);
    EXPECT_EQ(now(), kStart + kHourMs + 2 * kMinuteMs);
    post("scale", R"({"factor":0.5})");
    world_.real().advance(2 * kSecondMs);
    EXPECT_EQ(now(), kStart + kHourMs + 2 * kMinuteMs + kSecondMs);
    post("scale", R"({"factor":1})");
    EXPECT_EQ(mode(), "shifted 1");
}

TEST_F(ClockRoutes, ASlowScaleIsShownUnrounded) {
    post("scale", R"({"factor":0.0001})");
    const auto scale = testing::all_matches(show(), R"re("scale":([0-9.e+-]+))re");
    ASSERT_EQ(scale.size(), 1U);
    EXPECT_NEAR(std::stod(scale.front()), 0.0001, 1e-7) << show();
}

TEST_F(ClockRoutes, PutTakesAWholeSetting) {
    const auto put = [&](const std::string& body) { return world_.call("PUT", "/clock", body); };
    expect_shown(put(R"({"mode":"frozen","set":"2026-01-01T00:00:00Z"})"));
    EXPECT_EQ(mode(), "frozen 0");
    EXPECT_EQ(now(), kNewYear);
    put(R"({"set":5000,"scale":2})");
    EXPECT_EQ(mode(), "scaled 2");
    EXPECT_EQ(now(), engine::Instant(5'000));
    world_.real().advance(10);
    EXPECT_EQ(now(), engine::Instant(5'020));
    put(R"({"mode":"frozen"})");
    EXPECT_EQ(now(), engine::Instant(5'020));
    put(R"({"mode":"follow"})");
    EXPECT_EQ(mode(), "follow 1");
    expect_shown(put("{}"));
    EXPECT_TRUE(put(R"({"mode":"follow","set":5})").starts_with("400 "));
    EXPECT_TRUE(put(R"({"mode":"follow","scale":5})").starts_with("400 "));
    EXPECT_TRUE(put(R"({"mode":"frozen","scale":5})").starts_with("400 "));
    EXPECT_TRUE(put("").starts_with("400 "));
    EXPECT_EQ(mode(), "follow 1");
}

TEST_F(ClockRoutes, InvalidRequestsGetASentenceAndChangeNothing) {
    struct Case {
        const char* verb;
        const char* body;
        const char* part;
    };

    const Case cases[] = {
        {"advance", "", "body is missing"},
        {"advance", "[]", "must be a JSON object"},
        {"advance", "{", "not JSON"},
        {"advance", "{}", "either 'ms' or 'by'"},
        {"advance", R"({"ms":1,"by":"1h"})", "either 'ms' or 'by'"},
        {"advance", R"({"ms":-1})", "'ms'"},
        {"advance", R"({"ms":1.5})", "whole number"},
        {"advance", R"({"ms":"1"})", "whole number"},
        {"advance", R"({"ms":9223372036854775807})", "'ms'"},
        {"advance", R"({"ms":18446744073709551615})", "'ms'"},
        {"advance", R"({"by":"2 weeks"})", "duration"},
        {"advance", R"({"by":"-1h"})", "duration"},
        {"advance", R"({"by":""})", "duration"},
        {"advance", R"({"by":"48"})", "48 what? Write 48ms, 48s, 48m, 48h or 48d."},
        {"advance", R"({"by":48})", "48 what? Write 48ms, 48s, 48m, 48h or 48d."},
        {"advance", R"({"by":true})", "must be a string"},
        {"advance", R"({"by":"1h","and":1})", "has no member 'and'"},
        {"set", "", "body is missing"},
        {"set", "{}", "'to' in the body is missing"},
        {"set", R"({"to":null})", "is missing"},
        {"set", R"({"to":"tomorrow"})", "must be a time"},
        {"set", R"({"to":"2026-02-30T00:00:00Z"})", "must be a time"},
        {"set", R"({"to":-1})", "whole number"},
        {"set", R"({"to":253402300800000})", "whole number"},
        {"set", R"({"to":true})", "'to'"},
        {"set", R"({"at":5})", "has no member 'at'"},
        {"scale", "", "body is missing"},
        {"scale", "{}", "'factor' in the body is missing"},
        {"scale", R"({"factor":0})", "'factor'"},
        {"scale", R"({"factor":-1})", "'factor'"},
        {"scale", R"({"factor":1e7})", "'factor'"},
        {"scale", R"({"factor":"2"})", "must be a number"},
        {"freeze", R"({"at":"noon"})", "must be a time"},
        {"freeze", R"({"to":5})", "has no member 'to'"},
        {"freeze", R"("now")", "must be a JSON object"},
        {"follow", R"({"at":5})", "has no member 'at'"},
    };
    for (const Case& each : cases) {
        const std::string answer = post(each.verb, each.body);
        EXPECT_TRUE(answer.starts_with(R"(400 {"message":")")) << each.verb << each.body << answer;
        EXPECT_TRUE(answer.ends_with(R"(."})")) << each.verb << each.body << answer;
        EXPECT_NE(answer.find(each.part), std::string::npos) << each.verb << each.body << answer;
        EXPECT_EQ(mode(), "follow 1") << each.verb << each.body;
    }
}

TEST_F(ClockRoutes, NoTimeIsAfterTheYear9999) {
    post("freeze", R"({"at":"9999-12-31T00:00:00Z"})");
    EXPECT_TRUE(post("advance", R"({"by":"2d"})").starts_with("400 "));
    EXPECT_EQ(World::member(show(), "now"), "9999-12-31T00:00:00.000Z");
    EXPECT_EQ(World::member(world_.create_table("", "Tab", kStreamOn), "TableName"), "Tab");
    EXPECT_EQ(world_.put("", "Tab", "x"), "{}");
    EXPECT_EQ(world_.recorded_keys("", "Tab").size(), 1U);
}

TEST_F(ClockRoutes, EverythingWorksIn1970) {
    post("freeze", R"({"at":0})");
    world_.create_table("", "Tab", kStreamOn);
    EXPECT_EQ(world_.status("", "Tab"), "ACTIVE");
    EXPECT_EQ(world_.add_one("", "Tab", "x", "token"), "{}");
    EXPECT_EQ(world_.add_one("", "Tab", "x", "token"), "{}");
    EXPECT_EQ(world_.number("", "Tab", "x"), "1");
    EXPECT_EQ(world_.recorded_keys("", "Tab").size(), 1U);
}

// ---- Pending work ----

TEST_F(ClockRoutes, ExpiredItemsAreDeletedWhenAdvanceReturns) {
    post("freeze");
    world_.create_table("", "Tab", kStreamOn);
    world_.enable_time_to_live("", "Tab");
    const auto expiry = [&](std::int64_t in_ms) -> testing::Attributes {
        return {{"gone", number((now() + in_ms).unix_ms() / 1'000)}};
    };
    world_.put("", "Tab", "second", expiry(30 * kHourMs));
    world_.put("", "Tab", "first", expiry(29 * kHourMs));
    world_.put("", "Tab", "later", expiry(49 * kHourMs));
    post("advance", R"({"by":"48h"})");
    EXPECT_EQ(world_.engine().find_table({"", std::nullopt, "Tab"})->statistics().table.items, 1);
    const std::string records = world_.records("", world_.stream_arn("", "Tab"));
    EXPECT_EQ(testing::all_matches(records, R"re("eventName":"(REMOVE)")re").size(), 2U);
    // Each item is deleted at its own time, not all of them when the advance ends.
    const auto times =
        testing::all_matches(records, R"re("ApproximateCreationDateTime":([0-9]+))re");
    ASSERT_EQ(times.size(), 2U);
    EXPECT_EQ(std::abs(std::stoll(times[0]) - std::stoll(times[1])), 3'600);
}

TEST_F(ClockRoutes, TablesArriveWhenAdvanceReturns) {
    engine::EngineOptions options;
    options.table_delay_ms = kMinuteMs;
    World world({.engine = options});
    world.call("POST", "/clock/freeze");
    world.create_table("", "Tab");
    EXPECT_EQ(world.status("", "Tab"), "CREATING");
    world.call("POST", "/clock/advance", R"({"ms":59999})");
    EXPECT_EQ(world.status("", "Tab"), "CREATING");
    world.call("POST", "/clock/advance", R"({"ms":1})");
    const auto table = world.engine().find_table({"", std::nullopt, "Tab"});
    EXPECT_EQ(table->snapshot()->description.status, protocol::values::TableStatus::Active);
    world.run("", "DeleteTable", R"({"TableName":"Tab"})");
    EXPECT_EQ(world.status("", "Tab"), "DELETING");
    const std::string shown = world.call("POST", "/clock/advance", R"({"by":"1m"})");
    EXPECT_NE(shown.find(R"("nextDueMs":null)"), std::string::npos) << shown;
    EXPECT_EQ(world.engine().find_table({"", std::nullopt, "Tab"}), nullptr);
}

TEST_F(ClockRoutes, TransitionsHappenInTheirOrder) {
    engine::EngineOptions options;
    options.table_delay_ms = kMinuteMs;
    World world({.engine = options});
    world.call("POST", "/clock/freeze");
    world.create_table("", "Tab", kStreamOn);
    world.call("POST", "/clock/advance", R"({"by":"1m"})");
    world.put("", "Tab", "x", {{"a", text("v")}});
    world.run(
        "",
        "UpdateTable",
        R"({"TableName":"Tab",)"
        R"("AttributeDefinitions":[{"AttributeName":"a","AttributeType":"S"}],)"
        R"("GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"by-a",)"
        R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],)"
        R"("Projection":{"ProjectionType":"ALL"}}}]})"
    );
    EXPECT_EQ(World::member(world.describe("", "Tab"), "IndexStatus"), "CREATING");
    // Several transitions, one after the other, and a day of shards on top.
    world.call("POST", "/clock/advance", R"({"by":"1d"})");
    const std::string description = world.describe("", "Tab");
    EXPECT_EQ(World::member(description, "IndexStatus"), "ACTIVE");
    EXPECT_EQ(World::member(description, "TableStatus"), "ACTIVE");
    const std::string found =
        world.run("", "Scan", R"({"TableName":"Tab","IndexName":"by-a","Select":"COUNT"})");
    EXPECT_NE(found.find(R"("Count":1)"), std::string::npos) << found;
}

TEST_F(ClockRoutes, RecordsAndIteratorsAge) {
    post("freeze");
    world_.create_table("", "Tab", kStreamOn);
    world_.put("", "Tab", "x");
    const std::string arn = world_.stream_arn("", "Tab");
    const std::string shard = World::member(world_.describe_stream("", arn), "ShardId");
    const std::string iterator = world_.shard_iterator("", arn, shard);
    const std::string request = R"({"ShardIterator":")" + iterator + R"("})";
    post("advance", R"({"by":"14m"})");
    EXPECT_TRUE(world_.run("", "GetRecords", request).starts_with("{"));
    post("advance", R"({"by":"2m"})");
    EXPECT_TRUE(world_.run("", "GetRecords", request).starts_with("ExpiredIteratorException"));
    EXPECT_EQ(world_.recorded_keys("", "Tab").size(), 1U);
    post("advance", R"({"by":"25h"})");
    EXPECT_TRUE(world_.recorded_keys("", "Tab").empty());
    world_.put("", "Tab", "y");
    EXPECT_EQ(world_.recorded_keys("", "Tab"), std::vector<std::string>{"y"});
}

TEST_F(ClockRoutes, TokensExpireAfterTenMinutes) {
    post("freeze");
    world_.create_table("", "Tab");
    world_.add_one("", "Tab", "x", "token");
    post("advance", R"({"ms":599999})");
    world_.add_one("", "Tab", "x", "token");
    EXPECT_EQ(world_.number("", "Tab", "x"), "1");
    post("advance", R"({"ms":1})");
    world_.add_one("", "Tab", "x", "token");
    EXPECT_EQ(world_.number("", "Tab", "x"), "2");
}

// ---- Back in time ----

TEST_F(ClockRoutes, TokensExpireAlsoAfterAJourneyToTheFuture) {
    world_.create_table("", "Tab");
    post("advance", R"({"by":"365d"})");
    world_.add_one("", "Tab", "x", "of-the-future");
    post("follow");
    world_.add_one("", "Tab", "x", "token");
    EXPECT_EQ(world_.number("", "Tab", "x"), "2");
    post("advance", R"({"by":"11m"})");
    world_.add_one("", "Tab", "x", "token");
    EXPECT_EQ(world_.number("", "Tab", "x"), "3") << "the token is older than 10 minutes";
}

TEST_F(ClockRoutes, LaggedReadsStaySaneWhenTheClockGoesBack) {
    post("freeze");
    world_.create_table("", "Tab");
    world_.call("PUT", "/consistency", R"({"mode":"oldest-legal","lag":1000})");
    const auto read = [&] { return World::member(world_.get("", "Tab", "x", false), "N"); };
    world_.put("", "Tab", "x", {{"n", number(1)}});
    post("advance", R"({"ms":1001})");
    EXPECT_EQ(read(), "1");
    for (const char* to : {"2020-01-01", "2019-01-01", "2030-01-01", "1970-01-01"}) {
        const std::string seen = read();
        post("set", std::string(R"({"to":")") + to + "\"}");
        EXPECT_EQ(read(), seen) << to << ": what was seen once stays seen";
        const std::string next = std::to_string(std::stoi(seen) + 1);
        world_.put("", "Tab", "x", {{"n", number(next)}});
        EXPECT_EQ(World::member(world_.get("", "Tab", "x"), "N"), next) << to;
        EXPECT_EQ(read(), seen) << to << ": a new write lags as ever";
        post("advance", R"({"ms":999})");
        EXPECT_EQ(read(), seen) << to;
        post("advance", R"({"ms":2})");
        EXPECT_EQ(read(), next) << to;
    }
}

TEST_F(ClockRoutes, HistoryIsPrunedAlsoAfterAJourneyToTheFuture) {
    post("freeze");
    world_.create_table("", "Tab");
    world_.call("PUT", "/consistency", R"({"mode":"lagged","lag":1000})");
    post("advance", R"({"by":"365d"})");
    world_.put("", "Tab", "x");
    post("set", R"({"to":"2020-01-01"})");
    world_.put("", "Tab", "x");
    world_.put("", "Tab", "x");
    EXPECT_LE(world_.universe().deadlines().next(), now() + kMinuteMs) << show();
}

TEST_F(ClockRoutes, ItemsExpireAlsoAfterAJourneyToTheFuture) {
    post("freeze");
    world_.create_table("", "Tab");
    world_.enable_time_to_live("", "Tab");
    post("advance", R"({"by":"365d"})");
    post("set", R"({"to":"2025-06-15T15:06:40Z"})");
    world_.put("", "Tab", "x", {{"gone", number(now().unix_ms() / 1'000 + 60)}});
    post("advance", R"({"by":"2m"})");
    EXPECT_EQ(world_.get("", "Tab", "x"), "{}");
}

TEST_F(ClockRoutes, StreamsContinueWhenTheClockGoesBack) {
    post("freeze");
    world_.create_table("", "Tab", kStreamOn);
    post("advance", R"({"by":"30d"})");
    world_.put("", "Tab", "future");
    post("set", R"({"to":"2025-06-15T15:06:40Z"})");
    world_.put("", "Tab", "present");
    const auto keys = world_.recorded_keys("", "Tab");
    EXPECT_EQ(keys.size(), 2U);
}

TEST_F(ClockRoutes, WorkDueBeforeTheClockWentBackIsDone) {
    for (const char* body : {R"({"to":"2020-01-01"})", R"({"to":"2019-01-01"})"}) {
        world_.create_table("", "Tab");
        post("set", body);
        EXPECT_EQ(world_.status("", "Tab"), "ACTIVE");
        world_.run("", "DeleteTable", R"({"TableName":"Tab"})");
        post("freeze", R"({"at":5000})");
        EXPECT_EQ(world_.tables(""), R"({"TableNames":[]})");
        post("follow");
    }
    world_.create_table("", "Tab");
    world_.call("PUT", "/clock", R"({"set":"2018-01-01","mode":"frozen"})");
    EXPECT_EQ(world_.status("", "Tab"), "ACTIVE");
}

// Runs in a separate process, which is killed if it takes far too long.
template <class Work>
void expect_ends(const Work& work) {
    GTEST_FLAG_SET(death_test_style, "threadsafe");
    EXPECT_EXIT(
        {
            ::alarm(10);
            work();
            ::_exit(0);
        },
        ::testing::ExitedWithCode(0),
        ""
    );
}

TEST_F(ClockRoutes, APartitionSplitsInTimeAfterTheClockWentBack) {
    expect_ends([this] {
        world_.create_table("", "Tab", kStreamOn);
        world_.real().advance(20 * kYearMs);
        world_.universe().run_due();
        world_.call("POST", "/clock/set", R"({"to":"2025-06-15T15:06:40Z"})");
        const auto table = world_.engine().find_table({"", std::nullopt, "Tab"});
        table->split_partition(UINT64_MAX / 8, world_.clock().now());
    });
}

TEST_F(ClockRoutes, AStreamIsEnabledInTimeAfterTheClockWentBack) {
    expect_ends([this] {
        world_.create_table("", "Tab");
        const std::string on = R"({"TableName":"Tab",)" + std::string(kStreamOn) + "}";
        const std::string off =
            R"({"TableName":"Tab","StreamSpecification":{"StreamEnabled":false}})";
        world_.real().advance(20 * kYearMs);
        world_.run("", "UpdateTable", on);
        world_.universe().run_due();
        world_.run("", "UpdateTable", off);
        world_.universe().run_due();
        world_.call("POST", "/clock/set", R"({"to":"2025-06-15T15:06:40Z"})");
        world_.run("", "UpdateTable", on);
        if (world_.stream_arn("", "Tab").empty()) ::_exit(1);
    });
}

TEST_F(ClockRoutes, AStreamMayBeEnabledTwiceWhileTheClockIsFrozen) {
    post("freeze");
    world_.create_table("", "Tab", kStreamOn);
    const std::string first = world_.stream_arn("", "Tab");
    world_.put("", "Tab", "x");
    world_.run(
        "", "UpdateTable", R"({"TableName":"Tab","StreamSpecification":{"StreamEnabled":false}})"
    );
    world_.put("", "Tab", "unseen");
    world_.run("", "UpdateTable", R"({"TableName":"Tab",)" + std::string(kStreamOn) + "}");
    world_.put("", "Tab", "y");
    EXPECT_NE(world_.stream_arn("", "Tab"), first);
    EXPECT_EQ(world_.recorded_keys("", "Tab"), std::vector<std::string>{"y"});
}

TEST_F(ClockRoutes, ShowPendingWork) {
    world_.create_table("", "Tab");
    EXPECT_EQ(
        world_.call("GET", "/due"),
        R"({"universe":"default",)"
        R"("nowMs":1750000000000,"due":[]})"
    );
    world_.run(
        "",
        "UpdateTimeToLive",
        R"({"TableName":"Tab","TimeToLiveSpecification":{"Enabled":true,"AttributeName":"ttl"}})"
    );
    world_.put("", "Tab", "a", {{"ttl", number(1'750'000'600)}});
    world_.put("", "Tab", "b", {{"ttl", number(1'750'000'601)}});
    world_.put("", "Tab", "later", {{"ttl", number(1'750'090'000)}});
    world_.put("", "Tab", "never");
    EXPECT_THAT(
        world_.call("GET", "/due"),
        ::testing::HasSubstr(
            R"({"what":"expiry","atMs":1750000600000,"region":"us-east-1","table":"Tab","items":2})"
        )
    );
    world_.call("POST", "/clock/advance", R"({"by":"1h"})");
    EXPECT_THAT(world_.call("GET", "/due"), ::testing::HasSubstr(R"("atMs":1750090000000,)"));
}

}  // namespace
}  // namespace stator::emulator::admin::routes
