#include "emulator/admin/routes/groups.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::emulator::admin::routes {
namespace {

using testing::World;

class SnapshotRoutes : public ::testing::Test {
protected:
    std::string get(const std::string& path) { return world_.call("GET", path); }

    std::string post(const std::string& path, const std::string& body = "") {
        return world_.call("POST", path, body);
    }

    std::string remove(const std::string& path) { return world_.call("DELETE", path); }

    std::vector<std::string> names() {
        return testing::all_matches(get("/snapshots"), R"re("name":"([^"]+)")re");
    }

    testing::TemporaryDirectory snapshots_;
    World world_{testing::WorldOptions{.snapshots = snapshots_.path()}};
};

TEST_F(SnapshotRoutes, SnapshotsAreSavedRestoredListedAndDeleted) {
    EXPECT_EQ(get("/snapshots"), R"({"snapshots":[]})");
    world_.create_table("", "Tab");
    world_.create_table("a", "OfA");
    const std::string saved = post("/snapshots", R"({"name":"first"})");
    EXPECT_EQ(saved, get("/snapshots/first"));
    EXPECT_NE(saved.find(R"("universe":"default")"), std::string::npos) << saved;
    EXPECT_NE(
        post("/snapshots", R"({"name":"of-a","universe":"a"})").find(R"("universe":"a")"),
        std::string::npos
    );
    EXPECT_EQ(names(), (std::vector<std::string>{"first", "of-a"}));
    world_.create_table("", "Later");
    const std::string restored = post("/snapshots/first/restore");
    EXPECT_EQ(restored, get("/universes/default"));
    EXPECT_EQ(world_.tables(""), R"({"TableNames":["Tab"]})");
    const std::string into = post("/snapshots/of-a/restore", R"({"universe":"b"})");
    EXPECT_EQ(into, get("/universes/b"));
    EXPECT_EQ(world_.tables("b"), R"({"TableNames":["OfA"]})");
    const std::string made = post("/universes", R"({"name":"c","snapshot":"of-a"})");
    EXPECT_EQ(made, get("/universes/c"));
    EXPECT_EQ(world_.tables("c"), R"({"TableNames":["OfA"]})");
    post("/snapshots/first/restore", R"({"universe":"a"})");
    EXPECT_EQ(world_.tables("a"), R"({"TableNames":["Tab"]})");
    EXPECT_EQ(remove("/snapshots/first"), "{}");
    EXPECT_EQ(names(), std::vector<std::string>{"of-a"});
}

TEST_F(SnapshotRoutes, OneIsShownWithItsTablesAndItsTime) {
    world_.create_table(
        "",
        "Tab",
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"},)"
        R"({"AttributeName":"a","AttributeType":"S"}],)"
        R"("GlobalSecondaryIndexes":[{"IndexName":"by-a",)"
        R"("KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],)"
        R"("Projection":{"ProjectionType":"ALL"}}])"
    );
    world_.put("", "Tab", "x");
    world_.call("POST", "/clock/freeze", R"({"at":"2026-01-01"})");
    post("/snapshots", R"({"name":"one"})");
    const std::string shown = get("/snapshots/one");
    for (const char* part :
         {R"({"name":"one","diskBytes":)",
          R"("saved":"2025-06-15T15:06:40.000Z","savedMs":1750000000000,"universe":"default",)",
          R"("clock":{"nowMs":1767225600000,"now":"2026-01-01T00:00:00.000Z","mode":"frozen","scale":0},)",
          R"("tables":[{"name":"Tab","region":"us-east-1","items":1,"itemBytes":3,)"
          R"("indexes":["by-a"]}]})"}) {
        EXPECT_NE(shown.find(part), std::string::npos) << part << "\n" << shown;
    }
    const std::string list = get("/snapshots");
    EXPECT_NE(list.find(R"("savedMs":1750000000000)"), std::string::npos) << list;
    EXPECT_NE(list.find(R"("tables":["Tab"]}]})"), std::string::npos) << list;
    EXPECT_TRUE(get("/snapshots/none").starts_with("404 "));
}

TEST_F(SnapshotRoutes, ASnapshotReplacesOneOfTheSameNameOnRequest) {
    post("/snapshots", R"({"name":"one"})");
    world_.create_table("", "Tab");
    const std::string refusal = post("/snapshots", R"({"name":"one","overwrite":false})");
    EXPECT_TRUE(refusal.starts_with("409 ")) << refusal;
    EXPECT_NE(refusal.find("'overwrite'"), std::string::npos) << refusal;
    post("/snapshots", R"({"name":"one","overwrite":true})");
    EXPECT_NE(get("/snapshots/one").find(R"("name":"Tab")"), std::string::npos);
}

TEST_F(SnapshotRoutes, TimeContinuesOrIsShiftedOnRequest) {
    post("/snapshots", R"({"name":"one"})");
    const engine::Instant saved = world_.universe().now();
    world_.real().advance(60'000);
    const auto ahead_ms = [&](const std::string& universe) {
        return world_.universe(universe).now() - saved;
    };
    post("/snapshots/one/restore", R"({"universe":"a"})");
    EXPECT_EQ(ahead_ms("a"), 60'000);
    post("/snapshots/one/restore", R"({"universe":"a","clock":"keep"})");
    EXPECT_EQ(ahead_ms("a"), 60'000);
    post("/snapshots/one/restore", R"({"universe":"a","shiftTimes":true})");
    EXPECT_EQ(ahead_ms("a"), 60'000);
    post("/snapshots/one/restore", R"({"universe":"a","clock":"snapshot"})");
    EXPECT_EQ(ahead_ms("a"), 0);
    post("/universes", R"({"name":"b","snapshot":"one","clock":"snapshot"})");
    EXPECT_EQ(ahead_ms("b"), 0);
    post("/universes", R"({"name":"c","snapshot":"one"})");
    EXPECT_EQ(ahead_ms("c"), 60'000);
}

TEST_F(SnapshotRoutes, InvalidRequestsGetASentence) {
    post("/snapshots", R"({"name":"one"})");

    struct Case {
        const char* path;
        const char* body;
        const char* part;
    };

    const Case cases[] = {
        {"/snapshots", R"({"name":"one","overwrite":"yes"})", "must be true or false"},
        {"/snapshots/one/restore", R"({"clock":"mine"})", "'clock' in the body must be"},
        {"/snapshots/one/restore", R"({"shiftTimes":1})", "must be true or false"},
        {"/snapshots/one/restore", R"({"clock":"snapshot","shiftTimes":true})", "choose one"},
        {"/universes", R"({"name":"b","clock":"keep"})", "are about a snapshot"},
        {"/universes", R"({"name":"b","from":"default","shiftTimes":true})", "about a snapshot"},
    };
    for (const auto& [path, body, part] : cases) {
        const std::string answer = post(path, body);
        EXPECT_TRUE(answer.starts_with("400 ")) << answer;
        EXPECT_NE(answer.find(part), std::string::npos) << answer;
    }
    EXPECT_FALSE(world_.engine().universes().exists("b"));
}

}  // namespace
}  // namespace stator::emulator::admin::routes
