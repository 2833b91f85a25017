#include "emulator/laboratory/declaration/establish.hpp"

#include <gtest/gtest.h>

#include "emulator/laboratory/controls/controls.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::laboratory::declaration {
namespace {

using testing::get;
using testing::item;
using testing::text;
using testing::World;
using testing::WorldOptions;

// A fixture with a table `table` and an item "x".
std::string fixture(const std::string& table, std::string_view more = "") {
    return R"({"table":)" + World::create_table_request(table, more) +
           R"(,"items":[{"pk":{"S":"x"},"n":{"N":"1"}}]})";
}

class LaboratoryRoutes : public ::testing::Test {
protected:
    std::string put(const std::string& body, const std::string& universe = "") {
        return world_.call("PUT", path(universe), body);
    }

    std::string show(const std::string& universe = "") {
        return world_.call("GET", path(universe));
    }

    static std::string path(const std::string& universe) {
        return universe.empty() ? "/laboratory" : "/laboratory?universe=" + universe;
    }

    World world_;
};

// Controls as GET shows them, none of them with its default.
constexpr std::string_view kUnusual[] = {
    R"("clock":{"mode":"frozen","set":"2026-01-01T00:00:00.000Z"})",
    R"("consistency":{"mode":"lagged","lag":{"fixed":5},"indexLag":{"uniform":[1,9]},)"
    R"("rules":[{"table":"Tab","mode":"oldest-legal","lag":{"exponential":3}}]})",
    R"("faults":{"rules":[{"name":"r","match":{"table":["a*"]},"times":3,)"
    R"("fault":{"latency":{"fixed":5}}}],"seed":18446744073709551615})",
    R"("requests":{"on":true,"capacity":17,"bodies":"redacted","label":"suite"})",
    R"("throughput":{"throttle":"aws","heat":false})",
};

std::string unusual() {
    std::string members;
    for (const std::string_view control : kUnusual) {
        members.append(members.empty() ? "" : ",").append(control);
    }
    return members;
}

std::string with_universes(std::string_view controls, const std::string& universes) {
    return "{" + std::string(controls) + R"(,"universes":[)" + universes + "]}";
}

std::size_t times_in(const std::string& text, std::string_view part) {
    std::size_t times = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++times;
    return times;
}

// Succeeds if each of them is shown `times` times.
::testing::AssertionResult shows_unusual(const std::string& shown, std::size_t times) {
    for (const std::string_view control : kUnusual) {
        if (times_in(shown, control) == times) continue;
        return ::testing::AssertionFailure()
               << control << " is not " << times << " times in " << shown;
    }
    return ::testing::AssertionSuccess();
}

TEST_F(LaboratoryRoutes, ShowEveryControl) {
    world_.create_table("u1", "Tab");
    const std::string of_one = show("u1");
    const std::string usual = of_one.substr(1, of_one.size() - 2);
    EXPECT_EQ(show(), with_universes(usual, R"({"name":"u1",)" + usual + "}"));
    for (const controls::Control& control : controls::all_controls()) {
        const std::string member = "\"" + std::string(control.name) + "\":{";
        EXPECT_EQ(times_in(of_one, member), 1U) << member;
    }
}

TEST_F(LaboratoryRoutes, AcceptTheirOwnOutput) {
    const std::string whole =
        put(with_universes(unusual(), R"({"name":"u1"},{"name":"u2",)" + unusual() + "}"));
    EXPECT_TRUE(shows_unusual(whole, 3)) << "a new universe begins as the default one is";
    EXPECT_EQ(show(), whole);
    world_.create_table("u1", "Tab");
    world_.put("u1", "Tab", "x");
    world_.create_table("", "Tab");
    EXPECT_EQ(put(show()), whole);
    EXPECT_EQ(world_.count("u1", "Tab"), "1") << "no fixtures are declared: what is there stays";
    EXPECT_EQ(world_.status("", "Tab"), "ACTIVE");
    const std::string usual = World().call("GET", "/laboratory");
    EXPECT_TRUE(shows_unusual(put(usual), 2)) << "universes that are not declared stay";
}

TEST_F(LaboratoryRoutes, UndeclaredControlsStay) {
    put(with_universes(unusual(), R"({"name":"u1"})"));
    put(R"({"clock":{"mode":"follow"},"consistency":{"mode":"latest"}})");
    const std::string shown = show();
    EXPECT_NE(shown.find(R"("clock":{"mode":"follow"})"), std::string::npos) << shown;
    EXPECT_NE(shown.find(R"("capacity":17)"), std::string::npos) << shown;
    EXPECT_NE(
        shown.find(
            R"("consistency":{"mode":"latest","lag":{"fixed":0},"indexLag":{"fixed":0},"rules":[]})"
        ),
        std::string::npos
    ) << "a control that is named is declared as a whole: "
      << shown;
    EXPECT_NE(
        shown.find(R"("universes":[{"name":"u1","clock":{"mode":"frozen")"), std::string::npos
    ) << shown;
}

TEST_F(LaboratoryRoutes, NewUniversesBeginWithTheControlsOfTheDefaultOne) {
    put(R"({"clock":{"mode":"frozen","set":"2026-01-01"},"faults":{"rules":[{"name":"r",)"
        R"("fault":{"latency":1}}]},"universes":[{"name":"a"},)"
        R"({"name":"b","clock":{"mode":"frozen","set":5000}}]})");
    EXPECT_EQ(World::member(show("a"), "set"), "2026-01-01T00:00:00.000Z");
    EXPECT_NE(show("a").find(R"("name":"r")"), std::string::npos);
    EXPECT_EQ(World::member(show("b"), "set"), "1970-01-01T00:00:05.000Z");
}

TEST_F(LaboratoryRoutes, WarnOfRulesAboutMissingUniverses) {
    const std::string shown =
        put(R"({"consistency":{"rules":[{"universe":"tset-1","mode":"lagged","lag":{"fixed":5}}]},)"
            R"("universes":[{"name":"test-1","faults":{"rules":[{"name":"r","fault":"throttle",)"
            R"("match":{"universe":"tset-*"}}]}}]})");
    EXPECT_NE(
        shown.find(
            R"("warnings":["No universe is called 'tset-*' so far, so that this rule is about )"
            R"(nothing; GET /_stator/v1/universes lists them.","No universe is called 'tset-1')"
        ),
        std::string::npos
    ) << shown;
    EXPECT_EQ(put(shown), shown);
}

TEST_F(LaboratoryRoutes, ARequestForAUniverseChangesOnlyThatUniverse) {
    world_.create_table("u1", "Tab");
    EXPECT_TRUE(shows_unusual(put("{" + unusual() + "}", "u1"), 1));
    EXPECT_TRUE(shows_unusual(show("u1"), 1));
    EXPECT_TRUE(shows_unusual(show(), 1)) << "of u1 alone";
    EXPECT_NE(show().find(R"({"clock":{"mode":"follow"})"), std::string::npos) << show();
    EXPECT_TRUE(put(R"({"universes":[{"name":"u2"}]})", "u1").starts_with("400 "));
    put(R"({"fixtures":[)" + fixture("New") + "]}", "u1");
    EXPECT_EQ(world_.tables("u1"), R"({"TableNames":["New"]})");
    EXPECT_EQ(world_.tables(""), R"({"TableNames":[]})");
}

TEST_F(LaboratoryRoutes, UniversesBeginWithASeed) {
    const std::string body = R"({"seed":5,"fixtures":[)" + fixture("Tab") +
                             R"(],"universes":[{"name":"a","seed":5,"fixtures":[)" +
                             fixture("Tab") + R"(]},{"name":"b","seed":6,"fixtures":[)" +
                             fixture("Tab") + R"(]},{"name":"c","seed":18446744073709551615}]})";
    const std::string shown = put(body);
    const auto id = [&](const std::string& universe) {
        return World::member(world_.describe(universe, "Tab"), "TableId");
    };
    const std::string first = id("");
    EXPECT_EQ(id("a"), first);
    EXPECT_NE(id("b"), first);
    EXPECT_NE(shown.find(R"({"name":"c","seed":18446744073709551615,)"), std::string::npos)
        << shown;
    world_.create_table("", "Else");
    world_.create_table("a", "Else");
    EXPECT_EQ(put(body), shown);
    EXPECT_EQ(id(""), first);
    EXPECT_EQ(id("a"), first);
    EXPECT_EQ(put(show()), shown) << "the seed that it has is no other";
    EXPECT_EQ(id("a"), first);
    const std::string refused = put(R"({"universes":[{"name":"a","seed":9}]})");
    EXPECT_NE(refused.find("400 {\"message\":\"'seed' in universes[0] is not"), std::string::npos)
        << refused;
    EXPECT_TRUE(put(R"({"seed":9})").starts_with("400 "));
}

// ---- Fixtures ----

TEST_F(LaboratoryRoutes, FixturesReplaceExistingTables) {
    const std::string body = R"({"fixtures":[)" + fixture("One") + "," + fixture("Two") + "]}";
    put(body);
    EXPECT_EQ(world_.tables(""), R"({"TableNames":["One","Two"]})");
    EXPECT_EQ(world_.number("", "One", "x"), "1");
    world_.put("", "One", "y");
    world_.create_table("", "Three");
    put(body);
    EXPECT_EQ(world_.tables(""), R"({"TableNames":["One","Two"]})");
    EXPECT_EQ(world_.count("", "One"), "1");
    put(R"({"fixtures":[]})");
    EXPECT_EQ(world_.tables(""), R"({"TableNames":[]})");
}

TEST_F(LaboratoryRoutes, FixturesReplaceAProtectedTableOfACopy) {
    world_.create_table("", "Tab", R"("DeletionProtectionEnabled":true)");
    world_.put("", "Tab", "y");
    put(R"({"universes":[{"name":"a","from":"default","fixtures":[)" + fixture("Tab") + "]}]}");
    EXPECT_EQ(world_.number("a", "Tab", "x"), "1");
    EXPECT_EQ(world_.count("a", "Tab"), "1");
}

TEST_F(LaboratoryRoutes, UniversesAreCreatedAgain) {
    world_.create_table("", "Tab");
    world_.put("", "Tab", "x");
    const std::string body = R"({"universes":[{"name":"a","from":"default"},)"
                             R"({"name":"b","from":"a","fixtures":[)" +
                             fixture("More") + R"(]},{"name":"c","fixtures":[]}]})";
    put(body);
    const auto expect_declared = [&] {
        EXPECT_EQ(world_.tables("a"), R"({"TableNames":["Tab"]})");
        EXPECT_EQ(world_.count("a", "Tab"), "1");
        EXPECT_EQ(world_.tables("b"), R"({"TableNames":["More","Tab"]})");
        EXPECT_EQ(world_.tables("c"), R"({"TableNames":[]})");
    };
    expect_declared();
    world_.put("a", "Tab", "y");
    world_.create_table("b", "Else");
    world_.create_table("c", "Else");
    world_.call("PUT", "/clock?universe=c", R"({"mode":"frozen","set":7})");
    put(body);
    expect_declared();
    EXPECT_NE(show("c").find(R"("clock":{"mode":"follow"})"), std::string::npos)
        << "as the default universe's, as at first";
}

TEST_F(LaboratoryRoutes, TablesOfFixturesAreActiveAndSeen) {
    engine::EngineOptions options;
    options.table_delay_ms = 3'600'000;
    World world({.engine = options});
    const std::string index =
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
        R"({"AttributeName":"n","AttributeType":"N"}],)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"by-n","Projection":{"ProjectionType":"ALL"},)"
        R"("KeySchema":[{"AttributeName":"n","KeyType":"HASH"}]}])";
    const std::string answer = world.call(
        "PUT",
        "/laboratory",
        R"({"clock":{"mode":"frozen","set":"2026-01-01"},"throughput":{"throttle":"aws"},)"
        R"("consistency":{"mode":"oldest-legal","lag":60000,"indexLag":60000},)"
        R"("fixtures":[)" +
            fixture("Tab", index) + "]}"
    );
    ASSERT_TRUE(answer.starts_with("{")) << answer;
    const std::string description = world.describe("", "Tab");
    EXPECT_EQ(World::member(description, "TableStatus"), "ACTIVE");
    EXPECT_EQ(World::member(description, "IndexStatus"), "ACTIVE");
    EXPECT_NE(description.find(R"("CreationDateTime":1767225600)"), std::string::npos)
        << description;
    EXPECT_EQ(World::member(world.get("", "Tab", "x", false), "N"), "1");
    EXPECT_EQ(world.universe().throughput().mode(), engine::capacity::ThrottleMode::Aws);
    EXPECT_TRUE(world.universe().consistency().lags());
    world.put("", "Tab", "y");
    EXPECT_EQ(world.get("", "Tab", "y", false), "{}") << "later writes are late";
}

TEST_F(LaboratoryRoutes, FixturesMayBeMoreThanTheThroughputAllows) {
    std::string items;
    for (int i = 0; i < 500; ++i) {
        items += (i == 0 ? "" : ",") + (R"({"pk":{"S":")" + std::to_string(i) + "\"}}");
    }
    const std::string answer =
        put(R"({"clock":{"mode":"frozen"},"throughput":{"throttle":"aws","heat":true},)"
            R"("fixtures":[{"table":{"TableName":"Tab","ProvisionedThroughput":)"
            R"({"ReadCapacityUnits":1,"WriteCapacityUnits":1},)"
            R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
            R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]},"items":[)" +
            items + "]}]}");
    ASSERT_TRUE(answer.starts_with("{")) << answer;
    EXPECT_NE(answer.find(R"("throttle":"aws","heat":true)"), std::string::npos) << answer;
    EXPECT_EQ(world_.engine().find_table({"", std::nullopt, "Tab"})->statistics().table.items, 500);
}

TEST_F(LaboratoryRoutes, FixturesHaveRegionsAndTimesToLive) {
    put(R"({"clock":{"mode":"frozen","set":"2026-01-01"},"fixtures":[{"region":"eu-west-2",)"
        R"("timeToLive":{"AttributeName":"gone","Enabled":true},"table":)" +
        World::create_table_request("Tab") +
        R"(,"items":[{"pk":{"S":"x"},"gone":{"N":"1767225660"}}]},)" + fixture("Tab") + "]}");
    EXPECT_EQ(world_.run("", "ListTables", "{}", "eu-west-2"), R"({"TableNames":["Tab"]})");
    EXPECT_EQ(world_.tables(""), R"({"TableNames":["Tab"]})");
    world_.call("POST", "/clock/advance", R"({"by":"2m"})");
    EXPECT_EQ(world_.run("", get("Tab", item({{"pk", text("x")}})), "eu-west-2"), "{}");
    EXPECT_EQ(world_.number("", "Tab", "x"), "1");
}

TEST_F(LaboratoryRoutes, ARefusedDeclarationChangesNothing) {
    world_.create_table("", "Old");
    world_.create_table("u1", "Old");
    const std::string before = show();

    struct Case {
        std::string body;
        const char* part;
    };

    const std::string frozen = R"("clock":{"mode":"frozen"},)";
    const std::string bad_item = R"({"table":)" + World::create_table_request("New") +
                                 R"(,"items":[{"pk":{"S":"x"}},{"pk":{"N":"5"}}]})";
    const Case cases[] = {
        {R"({"clok":{}})", "the top level has no member 'clok'"},
        {"{" + frozen + R"("throughput":{"throtle":"aws"}})", "throughput has no member 'throtle'"},
        {"{" + frozen + R"("faults":{"rules":[{"fault":{"latency":-1}}]}})",
         "'latency' in faults.rules[0].fault"},
        {"{" + frozen + R"("faults":{"seed":5}})", "faults needs 'rules' or 'preset'"},
        {"{" + frozen + R"("consistency":{"rules":[{}]}})", "consistency.rules[0]"},
        {"{" + frozen + R"("universes":[{}]})", "'name' in universes[0] is missing"},
        {"{" + frozen + R"("universes":[{"name":"default"}]})", "top level"},
        {"{" + frozen + R"("universes":[{"name":".."}]})", "'name' in universes[0]"},
        {"{" + frozen + R"("universes":[{"name":"a"},{"name":"a"}]})", "a second time"},
        {"{" + frozen + R"("universes":[{"name":"a","from":"b"},{"name":"b"}]})",
         "universes[0]: there is no universe 'b' to copy"},
        {"{" + frozen + R"("universes":[{"name":"u1","from":"u1"}]})", "must name another"},
        {"{" + frozen + R"("universes":[{"name":"a","from":"u1","snapshot":"s"}]})", "'snapshot'"},
        {"{" + frozen + R"("universes":[{"name":"a","snapshot":"s"}]})", "no snapshot 's'"},
        {"{" + frozen + R"("universes":[{"name":"a","clock":{"set":"soon"}}]})",
         "'set' in universes[0].clock"},
        {"{" + frozen + R"("fixtures":[{}]})", "'table' in fixtures[0] is missing"},
        {"{" + frozen + R"("fixtures":[{"table":{},"region":"here"}]})", "'region' in fixtures[0]"},
        {"{" + frozen + R"("fixtures":[{"table":{},"file":"/etc/passwd"}]})",
         "'file' in fixtures[0] is read only where --laboratory"},
        {"{" + frozen + R"("fixtures":[)" + fixture("New") + "," + fixture("New") + "]}",
         "fixtures[1] makes table 'New' a second time"},
        {"{" + frozen + R"("fixtures":[{"table":{"TableName":"x"}}]})",
         "fixtures[0] (table x): the table is refused with ValidationException: "},
        {"{" + frozen + R"("fixtures":[)" + fixture("Fine") + "," + bad_item + "]}",
         "fixtures[1] (table New): items[1] is refused with ValidationException: One or more "
         "parameter values were invalid: Type mismatch for key pk"},
        {"{" + frozen + R"("universes":[{"name":"u1","fixtures":[)" + bad_item + "]}]}",
         "universes[0].fixtures[0] (table New): items[1] is refused"},
        {R"({"fixtures":[{"table":)" + World::create_table_request("New") +
             R"(,"timeToLive":{"Enabled":true}}]})",
         "its timeToLive is refused"},
    };
    for (const Case& each : cases) {
        const std::string answer = put(each.body);
        EXPECT_TRUE(answer.starts_with("40")) << each.body << answer;
        EXPECT_TRUE(answer.ends_with(R"(."})")) << each.body << answer;
        EXPECT_NE(answer.find(each.part), std::string::npos) << each.body << answer;
        EXPECT_EQ(show(), before) << each.body;
        EXPECT_EQ(world_.tables(""), R"({"TableNames":["Old"]})") << each.body;
        EXPECT_EQ(world_.tables("u1"), R"({"TableNames":["Old"]})") << each.body;
    }
}

// ---- Snapshots, and the disk ----

TEST(StoredLaboratory, AUniverseHasTheContentsOfASnapshot) {
    const testing::TemporaryDirectory directory;
    World world(
        {.directory = directory.path() + "/data", .snapshots = directory.path() + "/snapshots"}
    );
    world.create_table("", "Tab");
    world.put("", "Tab", "x");
    world.call("POST", "/snapshots", R"({"name":"s"})");
    const std::string body = R"({"fixtures":[],"universes":[{"name":"a","snapshot":"s"}]})";
    for (int i = 0; i < 2; ++i) {
        const std::string answer = world.call("PUT", "/laboratory", body);
        ASSERT_TRUE(answer.starts_with("{")) << answer;
        EXPECT_EQ(world.count("a", "Tab"), "1");
        EXPECT_EQ(world.tables(""), R"({"TableNames":[]})");
        world.put("a", "Tab", "y");
    }
}

TEST(StoredLaboratory, FixturesAreDurable) {
    const testing::TemporaryDirectory directory;
    const WorldOptions options{.directory = directory.path() + "/data"};
    {
        World world(options);
        const std::string answer = world.call(
            "PUT",
            "/laboratory",
            R"({"fixtures":[)" + fixture("Tab") + R"(],"universes":[{"name":"a","fixtures":[)" +
                fixture("Tab") + "]}]}"
        );
        ASSERT_TRUE(answer.starts_with("{")) << answer;
    }
    World world(options);
    EXPECT_EQ(world.number("", "Tab", "x"), "1");
    EXPECT_EQ(world.number("a", "Tab", "x"), "1");
}

}  // namespace
}  // namespace stator::emulator::laboratory::declaration
