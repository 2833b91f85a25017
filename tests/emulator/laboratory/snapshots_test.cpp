#include "emulator/laboratory/snapshots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <optional>

#include "tests/emulator/laboratory/saved_snapshots.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::emulator::laboratory {
namespace {

namespace fs = std::filesystem;

using testing::item;
using testing::kStreamOn;
using testing::number;
using testing::text;
using testing::World;

constexpr std::int64_t kDayMs = 24 * 3'600'000;

TEST_F(SnapshotsTest, AreSavedListedAndRemoved) {
    EXPECT_TRUE(snapshots().names().empty());
    EXPECT_FALSE(fs::exists(directory()));
    EXPECT_EQ(save("second", ""), "saved");
    EXPECT_EQ(save("first", ""), "saved");
    EXPECT_EQ(snapshots().names(), (std::vector<std::string>{"first", "second"}));
    EXPECT_TRUE(snapshots().exists("first"));
    EXPECT_FALSE(snapshots().exists("third"));
    EXPECT_EQ(remove("first"), "removed");
    EXPECT_EQ(snapshots().names(), std::vector<std::string>{"second"});
    EXPECT_FALSE(fs::exists(directory() + "/first"));
    EXPECT_EQ(save("first", ""), "saved");
    open(false);
    EXPECT_EQ(snapshots().names().size(), 2U) << "another process sees them too";
}

TEST_F(SnapshotsTest, OtherFilesAreNotListed) {
    save("real", "");
    fs::create_directories(directory() + "/empty");
    fs::create_directories(directory() + "/.hidden");
    testing::write_file(directory() + "/a-file", "text");
    fs::copy(directory() + "/real", directory() + "/.half.unfinished");
    EXPECT_EQ(snapshots().names(), std::vector<std::string>{"real"});
}

TEST_F(SnapshotsTest, ATakenNameIsRefused) {
    world().create_table("", "Tab");
    save("taken", "");
    world().create_table("", "Second");
    const std::string refusal = save("taken", "");
    EXPECT_TRUE(refusal.starts_with("409 ")) << refusal;
    EXPECT_NE(refusal.find("'taken'"), std::string::npos) << refusal;
    EXPECT_EQ(restore("taken", ""), "restored");
    EXPECT_EQ(world().tables(""), R"({"TableNames":["Tab"]})");
}

TEST_F(SnapshotsTest, ANameIsOverwrittenOnRequest) {
    world().create_table("", "Tab");
    save("one", "");
    world().create_table("", "Second");
    EXPECT_EQ(save("one", "", true), "saved");
    EXPECT_EQ(restore("one", "b"), "restored");
    EXPECT_EQ(world().tables("b"), R"({"TableNames":["Second","Tab"]})");
    EXPECT_EQ(save("new", "", true), "saved") << "nothing is there to be overwritten";
    EXPECT_EQ(snapshots().names(), (std::vector<std::string>{"new", "one"}));
    World served({.directory = directory() + "/one"});
    EXPECT_TRUE(save("one", "", true).starts_with("500 ")) << "it is served";
    EXPECT_EQ(served.tables(""), R"({"TableNames":["Second","Tab"]})");
}

TEST_F(SnapshotsTest, FilesOfAKilledProcessAreRemovedAtTheNextStartOrSave) {
    save("one", "");
    const std::string left = directory() + "/.two.unfinished";
    const auto leave = [&] {
        fs::copy(directory() + "/one", left);
        testing::write_file(left + "/stator.log", "half");
    };
    leave();
    save("three", "");
    EXPECT_FALSE(fs::exists(left));
    leave();
    open(false);
    EXPECT_FALSE(fs::exists(left));
    EXPECT_EQ(snapshots().names(), (std::vector<std::string>{"one", "three"}));
}

TEST_F(SnapshotsTest, ShowTheirContentsAndTime) {
    world().create_table("a", "Tab", kStreamOn);
    world().put("a", "Tab", "x");
    world().run("a", "CreateTable", World::create_table_request("West"), "eu-west-1");
    world().universe("a").clock().advance(kDayMs);
    const engine::Instant saved = world().real().now();
    save("one", "a");
    world().real().advance(kDayMs);
    world().put("a", "Tab", "later");
    const auto shown = snapshots().show("one");
    ASSERT_TRUE(shown);
    EXPECT_GE(shown->disk_bytes, fs::file_size(file("one")));
    const auto& origin = shown->description.origin.value();
    EXPECT_EQ(origin.universe, "a");
    EXPECT_EQ(origin.saved, saved);
    EXPECT_EQ(origin.time, saved + kDayMs);
    EXPECT_NE(origin.version, "");
    EXPECT_EQ(shown->description.clock.value().scale, 1);
    ASSERT_EQ(shown->description.tables.size(), 2U);
    EXPECT_EQ(shown->description.tables[0].region, "eu-west-1");
    EXPECT_EQ(shown->description.tables[1].description.name, "Tab");
    EXPECT_EQ(shown->description.tables[1].items, 1);
    EXPECT_EQ(shown->description.tables[1].bytes, 3);
    ASSERT_EQ(snapshots().list().size(), 1U);
    EXPECT_EQ(snapshots().list()[0].description.tables.size(), 2U);
    World served({.directory = directory() + "/one"});
    EXPECT_NE(snapshots().list()[0].problem.find("in use"), std::string::npos);
    EXPECT_FALSE(snapshots().show("one"));
}

TEST_F(SnapshotsTest, AMissingOneIsRefused) {
    world().create_table("", "Tab");
    for (const char* name : {"none", "", "..", ".", "../other", "a/b"}) {
        EXPECT_TRUE(restore(name, "").starts_with("404 there is no snapshot")) << name;
        EXPECT_TRUE(remove(name).starts_with("404 there is no snapshot")) << name;
    }
    EXPECT_EQ(world().tables(""), R"({"TableNames":["Tab"]})");
}

// A snapshot is first written under such a name, and lists leave it out.
TEST_F(SnapshotsTest, ANameThatListsWouldHideIsNotTaken) {
    const bool is_saved = save("one.unfinished", "") == "saved";
    save("one", "");
    EXPECT_EQ(snapshots().exists("one.unfinished"), is_saved);
    const std::string refusal = world().call("POST", "/snapshots", R"({"name":"two.unfinished"})");
    const std::string list = world().call("GET", "/snapshots");
    EXPECT_EQ(list.find("two.unfinished") != std::string::npos, refusal.starts_with("{")) << list;
}

TEST_F(SnapshotsTest, RestoringIntoTheSameUniverseRestoresEverything) {
    world().create_table("", "Tab", kStreamOn);
    world().enable_time_to_live("", "Tab");
    const std::int64_t expires_s = world().clock().now().unix_ms() / 1'000 + 60;
    world().put("", "Tab", "x", {{"v", text("old")}});
    world().put("", "Tab", "dies", {{"gone", number(expires_s)}});
    world().run("", "CreateTable", World::create_table_request("West"), "eu-west-1");
    const std::string described = world().describe("", "Tab");
    const std::string arn = world().stream_arn("", "Tab");
    const std::string lineage = world().describe_stream("", arn);
    save("one", "");
    world().put("", "Tab", "x", {{"v", text("new")}});
    world().put("", "Tab", "y");
    world().run("", "DeleteTable", R"({"TableName":"West"})", "eu-west-1");
    world().create_table("", "Second");
    EXPECT_EQ(restore("one", ""), "restored");
    EXPECT_EQ(world().tables(""), R"({"TableNames":["Tab"]})");
    EXPECT_EQ(world().run("", "ListTables", "{}", "eu-west-1"), R"({"TableNames":["West"]})");
    EXPECT_EQ(world().count("", "Tab"), "2");
    EXPECT_NE(world().get("", "Tab", "x").find("old"), std::string::npos);
    EXPECT_EQ(world().describe("", "Tab"), described);
    EXPECT_EQ(world().describe_stream("", arn), lineage);
    EXPECT_EQ(world().recorded_keys("", "Tab").size(), 2U);
    world().real().advance(2 * 60'000);
    EXPECT_EQ(world().get("", "Tab", "dies"), "{}");
    EXPECT_EQ(restore("one", ""), "restored");  // any number of times
    EXPECT_EQ(world().count("", "Tab"), "1") << "what has expired meanwhile goes at once";
    EXPECT_EQ(world().recorded_keys("", "Tab").size(), 3U);
}

TEST_F(SnapshotsTest, IndexesAreRestored) {
    world().create_table(
        "",
        "Tab",
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
        R"({"AttributeName":"a","AttributeType":"S"}],)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"by-a",)"
        R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],)"
        R"("Projection":{"ProjectionType":"ALL"}}])"
    );
    for (const char* pk : {"p", "q", "r"}) world().put("", "Tab", pk, {{"a", text("same")}});
    const std::string scan = R"({"TableName":"Tab","IndexName":"by-a"})";
    const auto keys = [&](const std::string& universe) {
        auto found =
            testing::all_matches(world().run(universe, "Scan", scan), R"re("pk":\{"S":"(\w))re");
        std::sort(found.begin(), found.end());
        return found;
    };
    save("one", "");
    EXPECT_EQ(restore("one", "b"), "restored");
    EXPECT_EQ(keys("b"), keys(""));
    EXPECT_EQ(keys("b").size(), 3U);
    world().run("b", testing::remove("Tab", item({{"pk", text("q")}})));
    EXPECT_EQ(keys("b").size(), 2U);
    EXPECT_EQ(keys("").size(), 3U);
}

TEST_F(SnapshotsTest, OneIsRestoredIntoManyUniverses) {
    world().create_table("a", "Tab", kStreamOn);
    world().put("a", "Tab", "x");
    save("one", "a");
    for (const char* universe : {"b", "c"}) {
        EXPECT_EQ(restore("one", universe), "restored");
        world().put(universe, "Tab", universe);
    }
    for (const char* universe : {"b", "c"}) {
        EXPECT_EQ(world().count(universe, "Tab"), "2");
        EXPECT_NE(world().get(universe, "Tab", universe), "{}");
        EXPECT_EQ(world().recorded_keys(universe, "Tab").size(), 2U);
    }
    EXPECT_EQ(world().count("a", "Tab"), "1");
    EXPECT_EQ(world().tables(""), R"({"TableNames":[]})");
}

TEST_F(SnapshotsTest, HoldNothingOfOtherUniverses) {
    world().create_table("a", "Tab", kStreamOn);
    world().create_table("", "Other", kStreamOn);
    world().create_table("b", "Another");
    save("one", "a");
    EXPECT_EQ(restore("one", "c"), "restored");
    EXPECT_EQ(world().tables("c"), R"({"TableNames":["Tab"]})");
    const std::string streams = world().run("c", "ListStreams", "{}");
    EXPECT_EQ(testing::all_matches(streams, R"re("TableName":"([^"]+)")re").size(), 1U);
    EXPECT_EQ(world().tables("b"), R"({"TableNames":["Another"]})");
}

TEST_F(SnapshotsTest, TokensAreAlsoSaved) {
    world().create_table("a", "Tab");
    world().add_one("a", "Tab", "x", "token");
    save("one", "a");
    world().add_one("a", "Tab", "x", "later");
    for (const char* universe : {"a", "b", ""}) {
        EXPECT_EQ(restore("one", universe), "restored");
        world().add_one(universe, "Tab", "x", "token");
        EXPECT_EQ(world().number(universe, "Tab", "x"), "1");
        world().add_one(universe, "Tab", "x", "later");
        EXPECT_EQ(world().number(universe, "Tab", "x"), "2");
    }
}

TEST_F(SnapshotsTest, RestoredTokensStillExpire) {
    world().create_table("a", "Tab");
    world().create_table("", "Tab");
    world().add_one("a", "Tab", "x", "token");
    save("one", "a");
    world().real().advance(5 * 60'000);
    world().add_one("", "Tab", "x", "younger");
    EXPECT_EQ(restore("one", "a"), "restored");
    world().real().advance(6 * 60'000);
    world().add_one("a", "Tab", "x", "token");
    EXPECT_EQ(world().number("a", "Tab", "x"), "2") << "that token is older than 10 minutes";
}

TEST_F(SnapshotsTest, RecordsAfterARestoreFollowTheRestoredOnes) {
    world().create_table("", "Tab", kStreamOn);
    for (int i = 0; i < 50; ++i) world().put("", "Tab", "x", {{"n", number(i)}});
    save("one", "");
    const auto numbers = [&](const std::string& universe) {
        return testing::all_matches(
            world().records(universe, world().stream_arn(universe, "Tab")),
            R"re("SequenceNumber":"([0-9]+)")re"
        );
    };
    open(false);  // a process that has counted nothing yet
    EXPECT_EQ(restore("one", "b"), "restored");
    const auto before = numbers("b");
    ASSERT_EQ(before.size(), 50U);
    world().put("b", "Tab", "x", {{"n", number(50)}});
    const auto after = numbers("b");
    ASSERT_EQ(after.size(), 51U);
    const auto is_less = [](const std::string& left, const std::string& right) {
        return left.size() < right.size() || (left.size() == right.size() && left < right);
    };
    EXPECT_TRUE(std::is_sorted(after.begin(), after.end(), is_less));
    EXPECT_TRUE(is_less(before.back(), after.back()));
}

TEST_F(SnapshotsTest, RestoredIntoAPersistentServerTheySurviveItsRestart) {
    world().create_table("", "Tab", kStreamOn);
    for (int i = 0; i < 10; ++i)
        world().add_one("", "Tab", "k" + std::to_string(i), "t" + std::to_string(i));
    save("one", "");
    open(true);
    world().create_table("b", "Old");
    EXPECT_EQ(restore("one", ""), "restored");
    EXPECT_EQ(restore("one", "b"), "restored");
    for (int round = 2; round <= 4; ++round) {
        for (int i = 0; i < 10; ++i) {
            const std::string key = "k" + std::to_string(i);
            const std::string token = std::to_string(round) + key;
            ASSERT_EQ(world().add_one("b", "Tab", key, token), "{}");
            ASSERT_EQ(world().put("b", "Tab", token), "{}");
        }
        open(true);
        EXPECT_EQ(world().tables("b"), R"({"TableNames":["Tab"]})");
        EXPECT_EQ(world().count("b", "Tab"), std::to_string(10 * round));
        EXPECT_EQ(world().count("", "Tab"), "10");
        for (int i = 0; i < 10; ++i) {
            const std::string key = "k" + std::to_string(i);
            ASSERT_EQ(world().number("b", "Tab", key), std::to_string(round));
            ASSERT_EQ(world().number("", "Tab", key), "1");
        }
        world().add_one("b", "Tab", "k0", "t0");  // done before the snapshot
        ASSERT_EQ(world().number("b", "Tab", "k0"), std::to_string(round));
        EXPECT_EQ(world().recorded_keys("", "Tab").size(), 10U);
        EXPECT_EQ(
            world().recorded_keys("b", "Tab").size(), 20U * static_cast<unsigned>(round) - 10U
        );
    }
}

TEST_F(SnapshotsTest, ASavedUniverseOfAPersistentServerHasItsItemsOnce) {
    open(true);
    world().create_table("a", "Tab");
    for (int i = 0; i < 30; ++i) world().put("a", "Tab", "k" + std::to_string(i));
    for (int i = 0; i < 30; i += 2) {
        world().run("a", testing::remove("Tab", item({{"pk", text("k" + std::to_string(i))}})));
    }
    save("one", "a");
    world().put("a", "Tab", "later");
    open(true);
    EXPECT_EQ(restore("one", "b"), "restored");
    EXPECT_EQ(world().count("b", "Tab"), "15");
    EXPECT_EQ(world().count("a", "Tab"), "16");
}

TEST_F(SnapshotsTest, OneCanBeServedAsADataFile) {
    world().create_table("a", "Tab", kStreamOn);
    for (int i = 0; i < 5; ++i)
        world().add_one("a", "Tab", "k" + std::to_string(i), "t" + std::to_string(i));
    const std::string described = world().describe("a", "Tab");
    save("one", "a");
    for (int round = 1; round <= 2; ++round) {
        World served({.directory = directory() + "/one"});
        EXPECT_EQ(served.engine().universes().names(), std::vector<std::string>{""});
        if (round == 1) {
            EXPECT_EQ(served.describe("", "Tab"), described);
        }
        EXPECT_EQ(served.add_one("", "Tab", "k0", "t0"), "{}");
        EXPECT_EQ(served.number("", "Tab", "k0"), std::to_string(round));
        EXPECT_EQ(served.add_one("", "Tab", "k0", "new" + std::to_string(round)), "{}");
        EXPECT_EQ(served.number("", "Tab", "k0"), std::to_string(round + 1));
        EXPECT_EQ(served.put("", "Tab", "round" + std::to_string(round)), "{}");
        EXPECT_EQ(served.count("", "Tab"), std::to_string(5 + round));
        EXPECT_EQ(served.recorded_keys("", "Tab").size(), 5U + 2U * static_cast<unsigned>(round));
        ASSERT_TRUE(served.engine().close());
    }
    EXPECT_EQ(restore("one", "b"), "restored");
    EXPECT_EQ(world().count("b", "Tab"), "7");
}

// A client may have made other universes while the snapshot was served.
TEST_F(SnapshotsTest, OfAServedOneOnlyTheDefaultUniverseIsRestored) {
    world().create_table("", "Tab");
    world().put("", "Tab", "x");
    save("one", "");
    {
        World served({.directory = directory() + "/one"});
        served.create_table("scratch", "Tab");
        served.create_table("scratch", "Scratch", kStreamOn);
        ASSERT_TRUE(served.engine().close());
    }
    EXPECT_EQ(restore("one", "b"), "restored");
    EXPECT_EQ(world().tables("b"), R"({"TableNames":["Tab"]})");
    EXPECT_EQ(world().count("b", "Tab"), "1");
    EXPECT_EQ(world().run("b", "ListStreams", "{}"), R"({"Streams":[]})");
}

TEST_F(SnapshotsTest, AnEmptyUniverseCanBeSavedAndRestored) {
    save("empty", "");
    world().create_table("", "Tab");
    EXPECT_EQ(restore("empty", ""), "restored");
    EXPECT_EQ(world().tables(""), R"({"TableNames":[]})");
}

TEST_F(SnapshotsTest, TablesBeingCreatedBecomeActiveAfterARestore) {
    engine::EngineOptions options;
    options.table_delay_ms = 1'000;
    World slow({.engine = options, .snapshots = directory()});
    slow.create_table("", "Tab");
    ASSERT_TRUE(slow.laboratories().snapshots().save("one", ""));
    ASSERT_TRUE(slow.laboratories().snapshots().restore("one", "b"));
    EXPECT_EQ(slow.status("b", "Tab"), "CREATING");
    slow.real().advance(1'000);
    EXPECT_EQ(slow.status("b", "Tab"), "ACTIVE");
}

TEST_F(SnapshotsTest, ADirectoryThatCannotBeWrittenIsASentence) {
    testing::write_file(directory(), "a file");
    world().create_table("", "Tab");
    const std::string refusal = save("one", "");
    EXPECT_TRUE(refusal.starts_with("500 ")) << refusal;
    EXPECT_TRUE(refusal.ends_with(".")) << refusal;
    EXPECT_EQ(refusal.find("--db-path"), std::string::npos) << refusal;
    EXPECT_EQ(world().tables(""), R"({"TableNames":["Tab"]})");
}

}  // namespace
}  // namespace stator::emulator::laboratory
