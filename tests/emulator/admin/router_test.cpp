#include "emulator/admin/router.hpp"

#include <gtest/gtest.h>

#include <array>

#include "emulator/http/compression.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/base/virtual_clock.hpp"
#include "engine/engine.hpp"
#include "protocol/base/result.hpp"

namespace stator::emulator::admin {
namespace {

http::HttpRequest request_for(
    std::string_view method, std::string_view target, std::string body = ""
) {
    http::HttpRequest request;
    request.method = method;
    request.target = target;
    request.body = std::move(body);
    return request;
}

// Answers with the parameters that the handler received, as text.
Accepted<routes::AdminAnswer> describe(laboratory::Laboratory&, const routes::AdminCall& call) {
    routes::AdminAnswer answer{.body = "path", .content_type = kPlainText, .journal_ticket = {7}};
    for (const auto& [name, value] : call.path) answer.body += " " + name + "=" + value;
    answer.body += " query";
    for (const auto& [name, value] : call.query) answer.body += " " + name + "=" + value;
    if (const std::string body = call.body.text(); body != "{}") answer.body += " body " + body;
    return answer;
}

Accepted<routes::AdminAnswer> refuse(laboratory::Laboratory&, const routes::AdminCall&) {
    return Refusal{"There is a \"x\" already.", 409};
}

// Answers with the name of the laboratory's universe.
Accepted<routes::AdminAnswer> tell_universe(
    laboratory::Laboratory& laboratory, const routes::AdminCall& call
) {
    STATOR_TRY(Members body, call.members());
    STATOR_CHECK(body.finish());
    return routes::AdminAnswer{.body = R"({"is":")" + laboratory.universe().name() + "\"}"};
}

constexpr std::array<routes::AdminRoute, 6> kBoxes = {{
    {"POST", "/_stator/v1/boxes/universe", tell_universe},
    {"GET", "/_stator/v1/boxes/{box}", describe, "", "x y z"},
    {"PUT", "/_stator/v1/boxes/{box}", describe},
    {"GET", "/_stator/v1/boxes/settings", refuse},
    {"POST", "/_stator/v1/boxes/{box}/open/{lid}", describe},
    {"PUT", "/_stator/v1/boxes/{box}/label", describe, R"({"text":"a"})"},
}};
constexpr std::array<routes::AdminRoute, 1> kMetrics = {{{"GET", "/metrics", describe}}};
constexpr std::array<routes::AdminRoutes, 2> kGroups = {{kBoxes, kMetrics}};

class AdminRouterTest : public ::testing::Test {
protected:
    std::optional<http::Reply> ask(http::HttpRequest request) { return router_.handle(request); }

    http::Reply get(std::string_view target) {
        return ask(request_for("GET", target)).value_or(http::Reply{.status = 0});
    }

    http::Reply put(std::string_view target, std::string body) {
        return ask(request_for("PUT", target, std::move(body))).value_or(http::Reply{.status = 0});
    }

    std::unique_ptr<AdminRouter> gated_router(const guard::Gate& gate) {
        return std::make_unique<AdminRouter>(laboratories_, kGroups, &gate);
    }

    void add_universe(const std::string& name) { laboratories_.add(name); }

private:
    engine::SystemClock machine_;
    engine::VirtualClock clock_{machine_};
    std::unique_ptr<engine::Engine> engine_ =
        std::get<0>(engine::Engine::open({}, clock_, std::nullopt));
    laboratory::Laboratories laboratories_{*engine_};
    AdminRouter router_{laboratories_, kGroups};
};

void expect_refusal(const http::Reply& reply, int status, std::string_view part) {
    EXPECT_EQ(reply.status, status);
    EXPECT_EQ(reply.content_type, kJson);
    EXPECT_TRUE(reply.body.starts_with(R"({"message":")")) << reply.body;
    EXPECT_TRUE(reply.body.ends_with(R"(."})")) << reply.body;
    EXPECT_NE(reply.body.find(part), std::string::npos) << reply.body;
}

TEST_F(AdminRouterTest, LeavesOtherPathsAlone) {
    for (const char* target : {"/", "/health", "/_statorium", "/v1/boxes/a", "/metrics/x", ""}) {
        EXPECT_FALSE(ask(request_for("GET", target)).has_value()) << target;
    }
    EXPECT_EQ(get("/metrics").body, "path query");
}

TEST_F(AdminRouterTest, PassesTheRequestToTheHandler) {
    const http::Reply reply = get("/_stator/v1/boxes/a%20b%2Fc?x=1&y=a+b%2Bc&z&&");
    EXPECT_EQ(reply.body, "path box=a b/c query x=1 y=a b+c z=");
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.content_type, kPlainText);
    EXPECT_EQ(reply.journal_ticket, engine::JournalTicket{7});
    EXPECT_EQ(get("/_stator/v1/boxes/a/").body, "path box=a query");
    EXPECT_EQ(
        get("/_stator/v1/boxes/a?q=1").body,
        R"({"message":"There is no parameter 'q' here; there may be: x y z."})"
    );
    EXPECT_EQ(
        get("/metrics?q=1").body,
        R"({"message":"There is no parameter 'q' here; leave the query out."})"
    );
    EXPECT_EQ(
        put("/_stator/v1/boxes/a", R"( {"n":[1,2]} )").body, R"(path box=a query body {"n":[1,2]})"
    );
    const auto opened = ask(request_for("POST", "/_stator/v1/boxes/%C3%A9/open/top"));
    EXPECT_EQ(opened->body, "path box=\u00e9 lid=top query");
}

TEST_F(AdminRouterTest, RequiresABodyIfTheRouteHasAnExample) {
    EXPECT_EQ(put("/_stator/v1/boxes/a", "").body, "path box=a query");
    EXPECT_EQ(put("/_stator/v1/boxes/a/label", "{}").body, "path box=a query");
    const http::Reply refused = put("/_stator/v1/boxes/a/label", "");
    EXPECT_EQ(refused.status, 400);
    EXPECT_EQ(refused.body, R"({"message":"the body is missing; send {\"text\":\"a\"}."})");
}

TEST_F(AdminRouterTest, DecompressesBodies) {
    http::HttpRequest request = request_for("PUT", "/_stator/v1/boxes/a");
    request.content_encoding = "gzip";
    request.body = http::compress(http::Codec::Gzip, R"({"n":1})");
    EXPECT_EQ(ask(request)->body, R"(path box=a query body {"n":1})");
    request.body = R"({"n":1})";
    expect_refusal(*ask(request), 400, "gzip or deflate");
}

TEST_F(AdminRouterTest, PrefersTheExactPath) {
    expect_refusal(get("/_stator/v1/boxes/settings"), 409, R"(a \"x\" already)");
    // Only the pattern takes PUT.
    EXPECT_EQ(put("/_stator/v1/boxes/settings", "{}").status, 200);
}

TEST_F(AdminRouterTest, RefusesInOneSentence) {
    const std::string_view box = "/_stator/v1/boxes/a";
    expect_refusal(get("/_stator"), 404, "/_stator/openapi.json");
    expect_refusal(get("/_stator/v1/boxes"), 404, "/_stator/v1/boxes:");
    expect_refusal(get("/_stator/v1/boxes/"), 404, "/_stator/openapi.json");
    expect_refusal(get("/_stator/v1/boxes//open/x"), 404, "/_stator/openapi.json");
    expect_refusal(get("/_stator/\xff"), 404, "\u00ff");
    expect_refusal(put(box, "{"), 400, "not JSON");
    expect_refusal(put(box, "{\"a\":\"\xff\"}"), 400, "not JSON");
    expect_refusal(get("/_stator/v1/boxes/%zz"), 400, "'%zz' in the path");
    expect_refusal(get("/_stator/v1/boxes/%ff"), 400, "'%ff' in the path");
    expect_refusal(get("/_stator/v1/boxes/a?x=%"), 400, "'x=%' in the query");
    expect_refusal(get("/_stator/v1/boxes/a?x=1&x=2"), 400, "'x' twice");
}

TEST_F(AdminRouterTest, ListsTheMethodsOfAPath) {
    const http::Reply reply = *ask(request_for("DELETE", "/_stator/v1/boxes/a"));
    expect_refusal(reply, 405, "does not take DELETE: use GET, PUT.");
    EXPECT_EQ(reply.headers, "Allow: GET, PUT\r\n");
    expect_refusal(get("/_stator/v1/boxes/a/open/b"), 405, "use POST.");
}

TEST_F(AdminRouterTest, AnswersHeadLikeGet) {
    const http::Reply reply = *ask(request_for("HEAD", "/_stator/v1/boxes/a"));
    EXPECT_EQ(reply.body, "path box=a query");
    EXPECT_EQ(ask(request_for("HEAD", "/_stator/v1/boxes/a/open/b"))->status, 405);
}

TEST_F(AdminRouterTest, RejectsRequestsThatItsGateRejects) {
    const guard::Gate gate({.token = "secret", .names = {}, .checks_host = true});
    const auto world = gated_router(gate);
    http::HttpRequest request = request_for("GET", "/_stator/v1/boxes/a");
    expect_refusal(*world->handle(request), 401, "token");
    for (const char* path : {"/metrics", "/_stator/v1/nothing", "/_stator/console/api"}) {
        ASSERT_TRUE(world->keep_out(request_for("GET", path))) << path;
        EXPECT_EQ(world->keep_out(request_for("GET", path))->status, 401) << path;
    }
    EXPECT_FALSE(world->keep_out(request_for("GET", "/health")));
    request.stator_admin_token = "secret";
    EXPECT_EQ(world->handle(request)->status, 200);
}

TEST_F(AdminRouterTest, RefusesPagesOfOtherMachines) {
    for (const char* origin :
         {"https://example.com",
          "http://localhost.example.com",
          "http://127.0.0.1.example.com:80",
          "http://example.com/://localhost",
          "http://[::1",
          "localhost",
          "null"}) {
        for (const char* method : {"GET", "PUT", "OPTIONS"}) {
            http::HttpRequest request = request_for(method, "/_stator/v1/boxes/a");
            request.origin = origin;
            expect_refusal(*ask(request), 403, origin);
            EXPECT_EQ(ask(request)->headers, "");
        }
    }
}

TEST_F(AdminRouterTest, LetsPagesOfThisMachineReadReplies) {
    for (const char* origin :
         {"http://localhost:5173", "https://LOCALHOST", "http://127.0.0.1:80", "http://[::1]:1"}) {
        http::HttpRequest request = request_for("GET", "/_stator/v1/boxes/a");
        request.origin = origin;
        const http::Reply reply = *ask(request);
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(
            reply.headers,
            "Access-Control-Allow-Origin: " + std::string(origin) + "\r\nVary: Origin\r\n"
        );
        request.method = "PUT";
        EXPECT_EQ(ask(request)->status, 200);
        EXPECT_EQ(ask(request)->headers, "");
        // The browser's question whether it may send more than a form could.
        request.method = "OPTIONS";
        EXPECT_EQ(ask(request)->status, 405);
        EXPECT_EQ(ask(request)->headers, "Allow: GET, PUT\r\n");
    }
}

TEST_F(AdminRouterTest, ListsItsRoutes) {
    const auto document = protocol::wire::JsonDocument::parse(get("/_stator/v1").body);
    ASSERT_TRUE(document);
    const auto routes = document->root().find("routes");
    ASSERT_TRUE(routes);
    EXPECT_EQ(routes->size(), AdminRouter::own_routes().size() + kBoxes.size() + kMetrics.size());
    EXPECT_NE(
        routes->text().find(R"({"method":"PUT","path":"/_stator/v1/boxes/{box}"})"),
        std::string::npos
    );
    EXPECT_EQ(document->root().string_or_empty("openapi"), "/_stator/openapi.json");
    EXPECT_EQ(get("/_stator/openapi.json").content_type, kJson);
    EXPECT_EQ(get("/_stator/openapi.json").status, 200);
}

TEST_F(AdminRouterTest, ReportsAndAcceptsTheUniverse) {
    add_universe("one");
    const auto answer = [&](std::string_view target, std::string body) {
        return ask(request_for("POST", target, std::move(body))).value().body;
    };
    constexpr std::string_view kPath = "/_stator/v1/boxes/universe";
    EXPECT_EQ(answer(kPath, ""), R"({"universe":"default","is":""})");
    const std::string of_one = R"({"universe":"one","is":"one"})";
    EXPECT_EQ(answer("/_stator/v1/boxes/universe?universe=one", ""), of_one);
    EXPECT_EQ(answer(kPath, R"({"universe":"one"})"), of_one);
    EXPECT_EQ(
        answer("/_stator/v1/boxes/universe?universe=one", R"({"universe":"default"})"),
        R"({"message":"the body is about the universe 'default', but was sent to 'one'; )"
        R"(leave 'universe' out of the body, or send it to that universe."})"
    );
    EXPECT_EQ(
        answer(kPath, R"({"universe":"typo"})"),
        R"({"message":"there is no universe 'typo'; GET /_stator/v1/universes lists them, )"
        R"(POST makes one."})"
    );
}

}  // namespace
}  // namespace stator::emulator::admin
