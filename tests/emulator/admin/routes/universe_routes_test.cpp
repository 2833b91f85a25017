#include "emulator/admin/routes/universe_routes.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include "emulator/admin/routes.hpp"
#include "tests/emulator/support/world.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/text_matches.hpp"

namespace stator::emulator::admin::routes {
namespace {

using testing::World;

class UniverseRoutes : public ::testing::Test {
protected:
    std::string get(const std::string& path) { return world_.call("GET", path); }

    std::string post(const std::string& path, const std::string& body = "") {
        return world_.call("POST", path, body);
    }

    std::string remove(const std::string& path) { return world_.call("DELETE", path); }

    testing::TemporaryDirectory snapshots_;
    World world_{testing::WorldOptions{.snapshots = snapshots_.path()}};
};

constexpr std::string_view kEmpty =
    R"({"name":"a","regions":[],"tables":0,"items":0,"itemBytes":0})";

TEST_F(UniverseRoutes, AUniverseIsMadeShownResetAndDeleted) {
    EXPECT_EQ(get("/universes").substr(0, 32), R"({"universes":[{"name":"default",)");
    EXPECT_EQ(post("/universes", R"({"name":"a"})"), kEmpty);
    EXPECT_EQ(get("/universes/a"), kEmpty);
    world_.create_table("a", "Tab");
    world_.put("a", "Tab", "x");
    world_.run("a", "CreateTable", World::create_table_request("West"), "eu-west-1");
    EXPECT_EQ(
        get("/universes/a"),
        R"({"name":"a","regions":["eu-west-1","us-east-1"],"tables":2,"items":1,"itemBytes":3})"
    );
    const std::string reset = post("/universes/a/reset");
    EXPECT_EQ(reset, get("/universes/a"));
    EXPECT_NE(reset.find(R"("tables":0,"items":0,"itemBytes":0)"), std::string::npos) << reset;
    EXPECT_EQ(world_.tables("a"), R"({"TableNames":[]})");
    EXPECT_EQ(remove("/universes/a"), "{}");
    EXPECT_TRUE(get("/universes/a").starts_with("404 "));
    EXPECT_EQ(get("/universes").find(R"("name":"a")"), std::string::npos);
    EXPECT_TRUE(remove("/universes/a").starts_with("404 "));
}

TEST_F(UniverseRoutes, ShowThePoliciesOfTables) {
    const std::string policy =
        R"({"Statement":[{"Effect":"Deny","Principal":"*","Action":"dynamodb:Scan",)"
        R"("Resource":"*"}]})";
    std::string quoted;
    for (const char c : policy) quoted.append(c == '"' ? "\\\"" : std::string(1, c));
    world_.create_table("", "Tab", R"("ResourcePolicy":")" + quoted + "\"");
    world_.create_table("", "Other");
    const std::string shown = world_.call("GET", "/policies");
    const std::string rest = shown.substr(shown.find(R"("policies")"));
    EXPECT_TRUE(rest.starts_with(R"("policies":[{"region":"us-east-1","table":"Tab","revisionId":")"
    )) << shown;
    EXPECT_TRUE(rest.ends_with(R"(","policy":)" + policy + "}]}")) << shown;
    EXPECT_EQ(
        world_.call("GET", "/policies?table=Other"), R"({"universe":"default","policies":[]})"
    );
}

TEST_F(UniverseRoutes, ASeedAndATimeStartAUniverseOver) {
    const std::string beginning = R"("seed":18446744073709551615,"at":"2026-01-01T00:00:00Z"})";
    const std::string made = post("/universes", R"({"name":"a",)" + beginning);
    EXPECT_NE(made.find(R"("seed":18446744073709551615)"), std::string::npos) << made;
    const std::string first = world_.create_table("a", "Tab");
    EXPECT_NE(first.find(R"("CreationDateTime":1767225600.0)"), std::string::npos) << first;
    EXPECT_EQ(
        post("/universes/a/reset", "{" + beginning),
        made.substr(0, 12) + R"("regions":["us-east-1"],)" + made.substr(made.find(R"("tables")"))
    );
    EXPECT_EQ(world_.create_table("a", "Tab"), first);
    // A new universe has the seed of the default one, a fork that of its original.
    post("/universes/default/reset", R"({"seed":5})");
    EXPECT_NE(post("/universes", R"({"name":"b"})").find(R"("seed":5)"), std::string::npos);
    const std::string fork = post("/universes/a/fork", R"({"name":"c"})");
    EXPECT_NE(fork.find(R"("seed":18446744073709551615)"), std::string::npos);
    const std::string own = post("/universes/a/fork", R"({"name":"d","seed":6,"at":1000})");
    EXPECT_NE(own.find(R"("seed":6)"), std::string::npos);
    EXPECT_EQ(world_.universe("d").now(), engine::Instant(1000));
    EXPECT_NE(own.find(R"("tables":1)"), std::string::npos);
}

TEST_F(UniverseRoutes, AResetStartsFaultsAndJournalOver) {
    laboratory::Laboratory& laboratory = world_.laboratory();
    world_.call("PUT", "/faults", R"({"rules":[{"name":"one","fault":{"latency":1}}]})");
    engine::faults::RequestFacts facts;
    facts.operation = "GetItem";
    laboratory.faults().decide(facts);
    laboratory.journal().configure({.on = true});
    laboratory.journal().add({});
    post("/universes/default/reset", R"({"seed":9})");
    EXPECT_EQ(laboratory.faults().seed(), 9U);
    ASSERT_EQ(laboratory.faults().rules().size(), 1U);
    EXPECT_EQ(laboratory.faults().rules()[0].matched, 0U);
    EXPECT_TRUE(laboratory.journal().is_on());
    EXPECT_EQ(laboratory.journal().recorded(), 0U);
    laboratory.journal().add({});
    EXPECT_EQ(laboratory.journal().list({}).at(0)->sequence, 1U);
}

TEST_F(UniverseRoutes, TheListHasEveryUniverse) {
    world_.create_table("", "Tab");
    post("/universes", R"({"name":"b"})");
    world_.create_table("a", "Tab");
    const auto names = testing::all_matches(get("/universes"), R"re("name":"([^"]+)")re");
    EXPECT_EQ(names, (std::vector<std::string>{"default", "a", "b"}));
}

TEST_F(UniverseRoutes, TheDefaultUniverseIsCalledDefault) {
    world_.create_table("", "Tab");
    EXPECT_NE(get("/universes/default").find(R"("tables":1)"), std::string::npos);
    EXPECT_TRUE(remove("/universes/default").starts_with("409 "));
    EXPECT_EQ(world_.status("", "Tab"), "ACTIVE");
    EXPECT_TRUE(post("/universes", R"({"name":"default"})").starts_with("409 "));
    post("/universes/default/fork", R"({"name":"a"})");
    EXPECT_EQ(world_.status("a", "Tab"), "ACTIVE");
    EXPECT_NE(post("/universes/default/reset").find(R"("tables":0)"), std::string::npos);
    EXPECT_EQ(world_.status("", "Tab"), "");
    EXPECT_EQ(world_.status("a", "Tab"), "ACTIVE");
}

TEST_F(UniverseRoutes, AForkHasWhatTheOriginalHas) {
    world_.create_table("a", "Tab");
    world_.put("a", "Tab", "x");
    const std::string forked = post("/universes/a/fork", R"({"name":"b"})");
    EXPECT_EQ(forked, get("/universes/b"));
    EXPECT_NE(forked.find(R"("name":"b")"), std::string::npos);
    EXPECT_NE(forked.find(R"("tables":1,"items":1)"), std::string::npos);
    const std::string made = post("/universes", R"({"name":"c","from":"a"})");
    EXPECT_EQ(made, get("/universes/c"));
    EXPECT_EQ(world_.count("c", "Tab"), "1");
    world_.put("c", "Tab", "y");
    EXPECT_EQ(world_.count("a", "Tab"), "1");
}

TEST_F(UniverseRoutes, MissingUniversesAndSnapshotsAreNotFound) {
    for (const char* path : {"/universes/none/reset", "/universes/none/fork"}) {
        EXPECT_TRUE(post(path, R"({"name":"b"})").starts_with("404 ")) << path;
    }
    EXPECT_TRUE(post("/universes", R"({"name":"b","from":"none"})").starts_with("404 "));
    EXPECT_TRUE(post("/universes", R"({"name":"b","snapshot":"none"})").starts_with("404 "));
    EXPECT_TRUE(post("/snapshots", R"({"name":"s","universe":"none"})").starts_with("404 "));
    EXPECT_TRUE(post("/snapshots/none/restore").starts_with("404 "));
    EXPECT_TRUE(post("/snapshots/..%2Fx/restore").starts_with("404 "));
    EXPECT_TRUE(remove("/snapshots/none").starts_with("404 "));
    EXPECT_TRUE(remove("/snapshots/%2E%2E").starts_with("404 "));
    EXPECT_TRUE(std::filesystem::exists(snapshots_.path()));
    EXPECT_FALSE(world_.engine().universes().exists("none"));
    EXPECT_FALSE(world_.engine().universes().exists("b"));
    EXPECT_EQ(get("/snapshots"), R"({"snapshots":[]})");
}

TEST_F(UniverseRoutes, ExistingNamesAreConflicts) {
    post("/universes", R"({"name":"a"})");
    world_.create_table("b", "Tab");
    post("/snapshots", R"({"name":"s"})");
    const char* bodies[] = {
        R"({"name":"b"})", R"({"name":"b","from":"a"})", R"({"name":"b","snapshot":"s"})"};
    for (const char* body : bodies) {
        EXPECT_TRUE(post("/universes", body).starts_with("409 ")) << body;
    }
    EXPECT_TRUE(post("/universes/a/fork", R"({"name":"b"})").starts_with("409 "));
    EXPECT_TRUE(post("/universes/b/fork", R"({"name":"b"})").starts_with("409 "));
    EXPECT_TRUE(post("/snapshots", R"({"name":"s"})").starts_with("409 "));
    EXPECT_EQ(world_.status("b", "Tab"), "ACTIVE");
}

TEST_F(UniverseRoutes, NamesHaveFewCharacters) {
    const std::string longest(128, 'x');
    for (const std::string& name : {std::string("Az09_-."), std::string("-"), longest}) {
        const std::string body = R"({"name":")" + name + "\"}";
        EXPECT_TRUE(post("/universes", body).starts_with("{")) << name;
        EXPECT_TRUE(get("/universes/" + name).starts_with("{")) << name;
        EXPECT_TRUE(post("/snapshots", body).starts_with("{")) << name;
    }
    for (const std::string& name :
         {std::string(""),
          std::string("."),
          std::string(".."),
          std::string(".hidden"),
          std::string("a/b"),
          std::string("a b"),
          std::string("ä"),
          std::string("a\\u0000b"),
          longest + "x"}) {
        const std::string body = R"({"name":")" + name + "\"}";
        for (const char* path : {"/universes", "/snapshots", "/universes/default/fork"}) {
            const std::string answer = post(path, body);
            EXPECT_TRUE(answer.starts_with("400 ")) << path << name << answer;
            EXPECT_NE(answer.find("'name'"), std::string::npos) << answer;
        }
        const std::string restored =
            post("/snapshots/-/restore", R"({"universe":")" + name + "\"}");
        EXPECT_TRUE(restored.starts_with("400 ")) << name << restored;
    }
}

TEST_F(UniverseRoutes, InvalidRequestsGetASentenceAndChangeNothing) {
    struct UniverseCase {
        const char* path;
        const char* body;
        const char* part;
    };

    const UniverseCase cases[] = {
        {"/universes", "", "body is missing"},
        {"/universes", "[]", "must be a JSON object"},
        {"/universes", "{}", "'name' in the body is missing"},
        {"/universes", R"({"name":null})", "is missing"},
        {"/universes", R"({"name":5})", "must be a string"},
        {"/universes", R"({"name":"a","form":"b"})", "has no member 'form'"},
        {"/universes", R"({"name":"a","from":"default","snapshot":"s"})", "both 'from' and"},
        {"/universes", R"({"name":"a","from":5})", "must be a string"},
        {"/universes", R"({"name":"a","from":""})", "'from' in the body must name a universe"},
        {"/universes/default/reset", "[]", "must be a JSON object"},
        {"/universes/default/reset", R"({"name":"a"})", "has no member 'name'"},
        {"/universes/default/reset", R"({"seed":-1})", "'seed' in the body must be a whole number"},
        {"/universes/default/reset", R"({"at":"soon"})", "'at' in the body must be a time such as"},
        {"/universes/default/fork", "", "body is missing"},
        {"/universes/default/fork", "{}", "is missing"},
        {"/universes/default/fork", R"({"name":"a","to":"b"})", "has no member 'to'"},
        {"/snapshots", "", "body is missing"},
        {"/snapshots", "{}", "is missing"},
        {"/snapshots", R"({"name":"s","universe":5})", "must be a string"},
        {"/snapshots", R"({"name":"s","universe":""})", "'universe' in the body must name"},
        {"/snapshots", R"({"name":"s","of":"a"})", "has no member 'of'"},
        {"/snapshots/s/restore", "5", "must be a JSON object"},
        {"/snapshots/s/restore", R"({"name":"a"})", "has no member 'name'"},
        {"/snapshots/s/restore", R"({"universe":5})", "must be a string"},
    };
    world_.create_table("", "Tab");
    for (const UniverseCase& each : cases) {
        const std::string answer = post(each.path, each.body);
        EXPECT_TRUE(answer.starts_with(R"(400 {"message":")")) << each.path << each.body << answer;
        EXPECT_TRUE(answer.ends_with(R"(."})")) << each.path << each.body << answer;
        EXPECT_NE(answer.find(each.part), std::string::npos) << each.path << each.body << answer;
    }
    EXPECT_EQ(world_.engine().universes().names(), std::vector<std::string>{""});
    EXPECT_EQ(get("/snapshots"), R"({"snapshots":[]})");
    EXPECT_EQ(world_.status("", "Tab"), "ACTIVE");
}

TEST_F(UniverseRoutes, AnswersWaitUntilTheirChangesAreDurable) {
    testing::TemporaryDirectory directory;
    World world({.directory = directory.path(), .snapshots = snapshots_.path()});
    world.create_table("", "Tab");
    const auto ticket = [&](std::string_view method, std::string_view target, std::string body) {
        emulator::http::HttpRequest request;
        request.method = method;
        request.target = target;
        request.body = std::move(body);
        const emulator::admin::AdminRouter router(
            world.laboratories(), emulator::admin::all_admin_routes()
        );
        return router.handle(request).value().journal_ticket;
    };
    EXPECT_GT(
        ticket("POST", "/_stator/v1/universes/default/fork", R"({"name":"new"})"),
        engine::JournalTicket{}
    );
    EXPECT_GT(ticket("POST", "/_stator/v1/universes/new/reset", ""), engine::JournalTicket{});
    EXPECT_GT(ticket("DELETE", "/_stator/v1/universes/new", ""), engine::JournalTicket{});
}

}  // namespace
}  // namespace stator::emulator::admin::routes
