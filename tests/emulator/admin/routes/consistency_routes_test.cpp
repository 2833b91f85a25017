#include "emulator/admin/routes/groups.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::emulator::admin::routes {
namespace {

using testing::number;
using testing::text;
using testing::World;

constexpr std::string_view kIndexed =
    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
    R"({"AttributeName":"a","AttributeType":"S"}],)"
    R"("GlobalSecondaryIndexes":[{"IndexName":"by-a",)"
    R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],)"
    R"("Projection":{"ProjectionType":"ALL"}}])";

// Partitions of an on-demand table, and of each of its global indexes.
constexpr std::size_t kPartitions = 4;

class ConsistencyRoutes : public ::testing::Test {
protected:
    ConsistencyRoutes() {
        world_.call("POST", "/clock/freeze");
        world_.create_table("", "Tab", kIndexed);
        write(1);
    }

    std::string show() { return world_.call("GET", "/consistency"); }

    // A change answers with the same text as GET.
    void expect_shown(const std::string& answer) { EXPECT_EQ(answer, show()); }

    std::string put(const std::string& body) { return world_.call("PUT", "/consistency", body); }

    std::string put_rules(const std::string& body) {
        return world_.call("PUT", "/consistency/rules", body);
    }

    std::string post(const std::string& verb, const std::string& body) {
        return world_.call("POST", "/consistency/" + verb, body);
    }

    void write(int number, const std::string& universe = "") {
        world_.put(universe, "Tab", "x", {{"a", text("v")}, {"n", testing::number(number)}});
    }

    // The number that an eventually consistent read of the table returns.
    std::string seen(const std::string& universe = "") {
        return World::member(world_.get(universe, "Tab", "x", false), "N");
    }

    // The number that a Scan of the index returns.
    std::string seen_in_index() {
        const std::string scan = R"({"TableName":"Tab","IndexName":"by-a"})";
        return World::member(world_.run("", "Scan", scan), "N");
    }

    void advance(std::int64_t ms) { world_.clock().advance(ms); }

    // How many partitions GET shows.
    std::size_t partitions_shown() { return times_shown(R"("partition":[0-9]+)"); }

    // How often `part` occurs in the output of GET.
    std::size_t times_shown(const std::string& part) {
        return testing::all_matches(show(), "(" + part + ")").size();
    }

    World world_;
};

TEST_F(ConsistencyRoutes, ShowNothingSpecialAtFirst) {
    EXPECT_EQ(
        show(),
        R"({"universe":"default",)"
        R"("mode":"latest","lag":{"fixed":0},"indexLag":{"fixed":0},"rules":[],"sources":[]})"
    );
}

TEST_F(ConsistencyRoutes, DefaultsAreChangedOneByOne) {
    put(R"({"mode":"lagged","lag":{"uniform":[10,500]},"indexLag":{"exponential":200}})");
    const std::string answer = put(R"({"lag":5})");
    EXPECT_EQ(
        answer,
        R"({"universe":"default",)"
        R"("mode":"lagged","lag":{"fixed":5},"indexLag":{"exponential":200},"rules":[],)"
        R"("sources":[]})"
    );
    EXPECT_EQ(show(), answer);
    EXPECT_EQ(put("{}"), answer);
    for (const char* mode : {"latest", "oldest-legal", "monotonic-per-connection", "lagged"}) {
        EXPECT_EQ(World::member(put(std::string(R"({"mode":")") + mode + "\"}"), "mode"), mode);
    }
    put(R"({"lag":{"fixed":7}})");
    EXPECT_NE(show().find(R"("lag":{"fixed":7})"), std::string::npos);
}

TEST_F(ConsistencyRoutes, ReadsLagAsTheDefaultsSay) {
    put(R"({"mode":"oldest-legal","lag":100,"indexLag":300})");
    advance(1'000);
    write(2);
    EXPECT_EQ(seen(), "1");
    EXPECT_EQ(seen_in_index(), "1");
    EXPECT_EQ(World::member(world_.get("", "Tab", "x"), "N"), "2");
    advance(100);
    EXPECT_EQ(seen(), "2");
    EXPECT_EQ(seen_in_index(), "1");
    advance(200);
    EXPECT_EQ(seen_in_index(), "2");
    write(3);
    put(R"({"mode":"latest"})");
    EXPECT_EQ(seen(), "3");
    EXPECT_EQ(seen_in_index(), "3");
}

TEST_F(ConsistencyRoutes, TheFirstRuleThatMatchesDecides) {
    world_.create_table("other", "Tab");
    write(1, "other");
    const std::string rules =
        R"({"rules":[{"universe":"other","mode":"latest"},)"
        R"({"table":"Tab","index":"by-a","mode":"oldest-legal","lag":{"fixed":300}},)"
        R"({"table":"Tab","mode":"oldest-legal","lag":{"fixed":100}}]})";
    const std::string answer = put_rules(rules);
    expect_shown(answer);
    EXPECT_NE(
        answer.find(R"("rules":[{"universe":"other","mode":"latest","lag":{"fixed":0}},)"
                    R"({"table":"Tab","index":"by-a","mode":"oldest-legal","lag":{"fixed":300}},)"
                    R"({"table":"Tab","mode":"oldest-legal","lag":{"fixed":100}}])"),
        std::string::npos
    ) << answer;
    advance(1'000);
    write(2);
    write(2, "other");
    EXPECT_EQ(seen("other"), "2");
    EXPECT_EQ(seen(), "1");
    advance(100);
    EXPECT_EQ(seen(), "2");
    EXPECT_EQ(seen_in_index(), "1");
    expect_shown(world_.call("DELETE", "/consistency/rules"));
    EXPECT_NE(show().find(R"("rules":[])"), std::string::npos);
    EXPECT_EQ(seen_in_index(), "2");
}

TEST_F(ConsistencyRoutes, RulesReplaceRulesAndMayNameMissingTables) {
    put_rules(R"({"rules":[{"table":"a","lag":5},{"table":"b","lag":5}]})");
    EXPECT_EQ(times_shown("\"table\""), 2U);
    put_rules(R"({"rules":[{"universe":"default","lag":5}]})");
    EXPECT_EQ(times_shown("\"table\""), 0U);
    EXPECT_NE(show().find(R"("rules":[{"universe":"default","mode":"lagged")"), std::string::npos);
    advance(1'000);
    write(2);
    EXPECT_EQ(seen(), "1");
    put_rules(R"({"rules":[]})");
    EXPECT_EQ(seen(), "2");
}

TEST_F(ConsistencyRoutes, WarnOfAMisspeltUniverse) {
    put_rules(R"({"rules":[{"universe":"tset","lag":5}]})");
    EXPECT_NE(
        show().find(R"("warnings":["No universe is called 'tset' so far)"), std::string::npos
    );
    put_rules(R"({"rules":[{"universe":"default","lag":5}]})");
    EXPECT_EQ(show().find("warnings"), std::string::npos);
}

TEST_F(ConsistencyRoutes, ShowTheirRegion) {
    put_rules(R"({"rules":[{"region":"us-*","table":"T*b","lag":5}]})");
    EXPECT_NE(
        show().find(R"("rules":[{"region":"us-*","table":"T*b","mode":"lagged")"), std::string::npos
    );
    advance(1'000);
    write(2);
    EXPECT_EQ(seen(), "1");
    EXPECT_NE(show().find(R"("sources":[{"universe":"default","region":")"), std::string::npos);
    put_rules(R"({"rules":[{"region":"eu-*","table":"T*b","lag":5}]})");
    EXPECT_EQ(seen(), "2");
}

TEST_F(ConsistencyRoutes, APinnedTableDoesNotChange) {
    expect_shown(post("pin", R"({"table":"Tab"})"));
    write(2);
    advance(100'000);
    world_.universe().run_due();
    EXPECT_EQ(seen(), "1");
    EXPECT_EQ(seen_in_index(), "2") << "a global index is pinned by itself";
    EXPECT_EQ(times_shown("\"pinned\":true"), 3U * kPartitions);
    EXPECT_EQ(times_shown("\"missing\":1"), 3U * kPartitions) << show();
    post("unpin", R"({"table":"Tab"})");
    EXPECT_EQ(seen(), "2");
    EXPECT_EQ(times_shown("\"pinned\":true"), 0U);
}

TEST_F(ConsistencyRoutes, APausedReplicaAppliesNothingUntilItIsDrainedOrResumed) {
    post("pause", R"({"table":"Tab"})");
    EXPECT_EQ(times_shown("\"paused\":true"), 3U * kPartitions);
    write(2);
    advance(10'000);
    world_.universe().run_due();
    EXPECT_EQ(seen(), "1");
    post("drain", R"({"table":"Tab"})");
    EXPECT_EQ(seen(), "2");
    write(3);
    EXPECT_EQ(seen(), "2");
    post("resume", R"({"table":"Tab"})");
    EXPECT_EQ(seen(), "3");
}

TEST_F(ConsistencyRoutes, APausedReplicaCanBeAdvanced) {
    post("pause", R"({"table":"Tab"})");
    advance(1'000);
    write(2);
    advance(1'000);
    write(3);
    advance(1'000);
    EXPECT_EQ(seen(), "1");
    post("advance", R"({"table":"Tab","ms":1500})");
    EXPECT_EQ(seen(), "2");
    post("advance", R"({"table":"Tab","ms":1500})");
    EXPECT_EQ(seen(), "3");
}

TEST_F(ConsistencyRoutes, ReplicasAreAdvancedFromWhereTheyAreNow) {
    put(R"({"mode":"oldest-legal","lag":1000})");
    EXPECT_EQ(seen(), "1");
    advance(60'000);
    write(2);
    advance(500);
    // The last read was a minute ago; since then they have followed at their distance.
    post("advance", R"({"table":"Tab","ms":400})");
    EXPECT_EQ(seen(), "1");
    post("advance", R"({"table":"Tab","ms":100})");
    EXPECT_EQ(seen(), "2");
}

TEST_F(ConsistencyRoutes, ShowTheMissingWritesOfReplicas) {
    put(R"({"mode":"oldest-legal","lag":1000})");
    EXPECT_EQ(seen(), "1");
    write(2);
    EXPECT_EQ(times_shown(R"("lagMs":1000,"missing":1)"), 3U);
    EXPECT_EQ(seen(), "1");
    advance(1'000);
    EXPECT_EQ(times_shown(R"("lagMs":1000,"missing":0)"), 3U);
    EXPECT_EQ(seen(), "2");
}

TEST_F(ConsistencyRoutes, OneReplicaOrOneIndexIsHandledSeparately) {
    post("pause", R"({"table":"Tab","replica":1})");
    EXPECT_EQ(times_shown("\"paused\":true"), kPartitions);
    post("pin", R"({"table":"Tab","index":"by-a","region":"us-east-1","universe":"default"})");
    EXPECT_EQ(times_shown("\"pinned\":true"), 3U * kPartitions);
    EXPECT_EQ(times_shown(R"("index":"by-a")"), 1U);
    write(2);
    EXPECT_EQ(seen_in_index(), "1");
    bool has_seen_old = false;
    bool has_seen_new = false;
    for (int i = 0; i < 100; ++i) {
        has_seen_old = has_seen_old || seen() == "1";
        has_seen_new = has_seen_new || seen() == "2";
    }
    EXPECT_TRUE(has_seen_old);
    EXPECT_TRUE(has_seen_new);
}

TEST_F(ConsistencyRoutes, OnePartitionIsHandledSeparately) {
    // The key of an item, first without and then with superfluous members.
    post("pause", R"({"table":"Tab","key":{"pk":{"S":"x"}}})");
    EXPECT_EQ(partitions_shown(), kPartitions);
    EXPECT_EQ(times_shown("\"paused\":true"), 3U);
    post(
        "pin", R"({"table":"Tab","index":"by-a","replica":0,"key":{"a":{"S":"v"},"pk":{"S":""}}})"
    );
    EXPECT_EQ(times_shown("\"pinned\":true"), 1U) << show();
    write(2);
    EXPECT_EQ(seen(), "1");
    const auto paused = testing::all_matches(
        show(), R"("partition":([0-9]+),"replicas":\[\{"lagMs":0,"missing":[0-9]+,"paused":true)"
    );
    ASSERT_EQ(paused.size(), 1U) << show();
    const std::string number = R"("partition":)" + paused[0] + "}";
    post("drain", R"({"table":"Tab",)" + number);
    EXPECT_EQ(seen(), "2");
    write(3);
    EXPECT_EQ(seen(), "2");
    post("resume", R"({"table":"Tab",)" + number);
    EXPECT_EQ(times_shown("\"paused\":true"), 0U);
    EXPECT_EQ(seen(), "3");
}

TEST_F(ConsistencyRoutes, UnreadReplicasMissNothingBeforeAnyWrite) {
    post("pause", R"({"table":"Tab","replica":1})");
    EXPECT_EQ(times_shown("\"missing\":0"), 3U * kPartitions) << show();
}

TEST_F(ConsistencyRoutes, ASourceIsForgottenWithItsTable) {
    post("pin", R"({"table":"Tab"})");
    world_.run("", "DeleteTable", R"({"TableName":"Tab"})");
    world_.universe().run_due();
    EXPECT_NE(show().find(R"("sources":[])"), std::string::npos) << show();
    EXPECT_FALSE(world_.universe().consistency().keeps_history());
}

TEST_F(ConsistencyRoutes, ASourceIsForgottenWithItsUniverse) {
    world_.create_table("u", "Tab");
    post("pin", R"({"universe":"u","table":"Tab"})");
    const auto shown = [&] { return world_.call("GET", "/consistency?universe=u"); };
    EXPECT_NE(shown().find(R"("universe":"u")"), std::string::npos);
    EXPECT_NE(show().find(R"("sources":[])"), std::string::npos) << show();
    world_.call("DELETE", "/universes/u");
    world_.create_table("u", "Tab");
    EXPECT_NE(shown().find(R"("sources":[])"), std::string::npos) << shown();
}

TEST_F(ConsistencyRoutes, InvalidRequestsGetASentenceAndChangeNothing) {
    struct Case {
        const char* method;
        const char* path;
        const char* body;
        const char* part;
    };

    const Case cases[] = {
        {"PUT", "", "", "400 body is missing"},
        {"PUT", "", "[]", "400 must be a JSON object"},
        {"PUT", "", R"({"mode":"stale"})", "400 must be one of latest, lagged"},
        {"PUT", "", R"({"mode":1})", "400 must be a string"},
        {"PUT", "", R"({"lag":-1})", "400 'lag'"},
        {"PUT", "", R"({"lag":1.5})", "400 whole number"},
        {"PUT", "", R"({"lag":"250"})", "400 must be milliseconds"},
        {"PUT", "", R"({"lag":{}})", "400 must be milliseconds"},
        {"PUT", "", R"({"lag":{"fixed":null}})", "400 must be milliseconds"},
        {"PUT", "", R"({"lag":{"fixed":1,"uniform":[1,2]}})", "400 must be milliseconds"},
        {"PUT", "", R"({"lag":{"gamma":1}})", "400 must be milliseconds"},
        {"PUT", "", R"({"lag":{"uniform":[5]}})", "400 must be milliseconds"},
        {"PUT", "", R"({"lag":{"uniform":[5,1]}})", "400 least <= most"},
        {"PUT", "", R"({"lag":{"uniform":[-5,1]}})", "400 least <= most"},
        {"PUT", "", R"({"lag":{"uniform":[0,18446744073709551615]}})", "400 least <= most"},
        {"PUT", "", R"({"lag":{"fixed":40000000000}})", "400 whole number"},
        {"PUT", "", R"({"lag":{"exponential":31622400000}})", "400 whole number"},
        {"PUT", "", R"({"indexlag":5})", "400 has no member 'indexlag'"},
        {"PUT", "", R"({"mode":"lagged","lag":-1})", "400 'lag'"},
        {"PUT", "/rules", "", "400 body is missing"},
        {"PUT", "/rules", "{}", "400 'rules' in the body is missing"},
        {"PUT", "/rules", R"({"rules":null})", "400 is missing"},
        {"PUT", "/rules", R"({"rules":{}})", "400 must be an array"},
        {"PUT", "/rules", R"({"rules":[5]})", "400 rules[0] must be a JSON object"},
        {"PUT", "/rules", R"({"rules":[{"table":"a"}]})", "400 'lag' in rules[0] is missing"},
        {"PUT", "/rules", R"({"rules":[{"lag":1},{"lag":1,"x":1}]})", "400 rules[1] has no member"},
        {"PUT", "/rules", R"({"rules":[{"lag":1,"table":7}]})", "400 'table' in rules[0]"},
        {"POST", "/pin", "", "400 body is missing"},
        {"POST", "/pin", "{}", "400 'table' in the body is missing"},
        {"POST", "/pin", R"({"table":5})", "400 must be a string"},
        {"POST", "/pin", R"({"table":"None"})", "404 'None'"},
        {"POST", "/pin", R"({"table":"Tab","universe":"none"})", "404 'none'"},
        {"POST", "/pin", R"({"table":"Tab","region":"eu-west-1"})", "404 eu-west-1"},
        {"POST", "/pin", R"({"table":"Tab","index":"none"})", "404 'none'"},
        {"POST", "/pin", R"({"table":"Tab","replica":3})", "400 from 0 to 2"},
        {"POST", "/pin", R"({"table":"Tab","replica":-1})", "400 from 0 to 2"},
        {"POST", "/pin", R"({"table":"Tab","replica":"1"})", "400 whole number"},
        {"POST", "/pin", R"({"table":"Tab","ms":5})", "400 has no member 'ms'"},
        {"POST", "/pin", R"({"table":"Tab","partition":"1"})", "400 whole number"},
        {"POST", "/pin", R"({"table":"Tab","partition":9999999})", "404 no partition 9999999"},
        {"POST", "/pin", R"({"table":"Tab","key":"x"})", "400 as DynamoDB takes it"},
        {"POST", "/pin", R"({"table":"Tab","key":{"pk":"x"}})", "400 as DynamoDB takes it"},
        {"POST", "/pin", R"({"table":"Tab","key":{"a":{"S":"x"}}})", "400 lacks the partition key"},
        {"POST",
         "/pin",
         R"({"table":"Tab","key":{"pk":{"N":"1"}}})",
         "400 lacks the partition key"},
        {"POST",
         "/pin",
         R"({"table":"Tab","key":{"pk":{"S":"x"}},"partition":1})",
         "400 two names"},
        {"POST", "/advance", R"({"table":"Tab"})", "400 'ms' in the body is missing"},
        {"POST", "/advance", R"({"table":"Tab","ms":-1})", "400 whole number"},
    };
    const std::string before = show();
    for (const Case& each : cases) {
        const std::string path = std::string("/consistency") + each.path;
        const std::string answer = world_.call(each.method, path, each.body);
        const std::string expected = each.part;
        EXPECT_TRUE(answer.starts_with(expected.substr(0, 4) + R"({"message":")"))
            << each.path << each.body << answer;
        EXPECT_TRUE(answer.ends_with(R"(."})")) << each.path << each.body << answer;
        EXPECT_NE(answer.find(expected.substr(4)), std::string::npos)
            << each.path << each.body << answer;
        EXPECT_EQ(show(), before) << each.path << each.body;
    }
    EXPECT_FALSE(world_.engine().universes().exists("none"));
}

// GET shows the state that a request would meet, even if the thread for pending work is late.
TEST_F(ConsistencyRoutes, DoOverdueWorkBeforeTheyAnswer) {
    world_.enable_time_to_live("", "Tab");
    advance(3'600'000);
    put(R"({"mode":"oldest-legal","lag":{"fixed":500}})");
    world_.get("", "Tab", "x", false);
    write(2);
    const std::int64_t now_s = world_.clock().now().unix_ms() / 1'000;
    world_.put("", "Tab", "old", {{"gone", number(now_s - 10)}});
    const std::string before = show();
    world_.engine().run_due(0);
    EXPECT_EQ(show(), before);
}

}  // namespace
}  // namespace stator::emulator::admin::routes
