// Changes by the admin API in one universe leave the output of another byte-identical. The test
// tries every route of the API, including routes that are added later.
#include <gtest/gtest.h>

#include <map>
#include <set>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "emulator/dispatch/dispatcher.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/base/clock.hpp"
#include "engine/engine.hpp"
#include "protocol/wire/json.hpp"

namespace stator::emulator::server {
namespace {

using admin::routes::AdminRoute;

// Bodies for the routes whose example is not a request, or requires something that exists. These
// calls must succeed.
const std::map<std::string, std::string>& bodies() {
    const std::string rule = R"({"name":"slow","fault":{"latency":200}})";
    const std::string source = R"({"table":"tab"})";
    static const std::map<std::string, std::string> kBodies = {
        {"POST /_stator/v1/clock/freeze", R"({"at":"2027-01-01T00:00:00Z"})"},
        {"POST /_stator/v1/clock/advance", R"({"ms":60000})"},
        {"POST /_stator/v1/clock/follow", ""},
        {"PUT /_stator/v1/consistency", R"({"mode":"lagged","lag":{"fixed":100}})"},
        {"PUT /_stator/v1/consistency/rules",
         R"({"rules":[{"table":"tab","mode":"lagged","lag":{"fixed":9}}]})"},
        {"POST /_stator/v1/consistency/pin", source},
        {"POST /_stator/v1/consistency/unpin", source},
        {"POST /_stator/v1/consistency/pause", source},
        {"POST /_stator/v1/consistency/resume", source},
        {"POST /_stator/v1/consistency/drain", source},
        {"POST /_stator/v1/consistency/advance", R"({"table":"tab","ms":5})"},
        {"PUT /_stator/v1/faults", R"({"rules":[)" + rule + "]}"},
        {"POST /_stator/v1/faults/rules", R"({"name":"added","fault":{"latency":100}})"},
        {"DELETE /_stator/v1/faults/rules/{name}", ""},
        {"PUT /_stator/v1/faults/seed", R"({"seed":99})"},
        {"PUT /_stator/v1/requests/settings", R"({"on":true,"capacity":77})"},
        {"PUT /_stator/v1/throughput", R"({"throttle":"aws","heat":false})"},
        {"POST /_stator/v1/assertions", R"({"assertions":[{"operation":"Scan","most":0}]})"},
        {"DELETE /_stator/v1/requests", ""},
        {"DELETE /_stator/v1/heat", ""},
    };
    return kBodies;
}

// These routes are about all universes, or about one that their path names.
bool is_of_all(std::string_view path) {
    return path.starts_with("/_stator/v1/universes") || path.starts_with("/_stator/v1/limits") ||
           path.starts_with("/_stator/v1/snapshots") || path == "/_stator/v1/laboratory";
}

class UniverseLeaksTest : public ::testing::Test {
protected:
    UniverseLeaksTest() {
        for (const char* universe : {"/u/one", "/u/two"}) {
            send(
                "POST",
                std::string(universe) + "/",
                R"({"TableName":"tab",)"
                R"("BillingMode":"PAY_PER_REQUEST",)"
                R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
                R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})",
                "CreateTable"
            );
            const std::string controls = std::string(universe) + "/_stator/v1/";
            send("PUT", controls + "requests/settings", R"({"on":true})");
            send(
                "PUT", controls + "faults", R"({"rules":[{"name":"slow","fault":{"latency":1}}]})"
            );
            send("PUT", controls + "consistency", R"({"mode":"lagged","lag":{"fixed":50}})");
            use(universe);
        }
    }

    // The body; preceded by the status if that is not 200.
    std::string send(
        std::string_view method,
        const std::string& target,
        std::string body = "",
        std::string_view operation = ""
    ) {
        const std::string amz_target = "DynamoDB_20120810." + std::string(operation);
        http::HttpRequest request;
        request.method = method;
        request.target = target;
        request.content_type = kAmzJson;
        request.amz_date = "20261121T000000Z";
        request.authorization =
            "AWS4-HMAC-SHA256 Credential=key/20261121/us-east-1/dynamodb/aws4_request, "
            "SignedHeaders=host, Signature=00";
        if (!operation.empty()) request.amz_target = amz_target;
        request.body = std::move(body);
        const http::Reply reply = dispatcher_.handle(request);
        return reply.status == 200 ? reply.body : std::to_string(reply.status) + " " + reply.body;
    }

    void use(const std::string& universe) {
        const std::string item = R"({"TableName":"tab","Item":{"pk":{"S":"x"}}})";
        send("POST", universe + "/", item, "PutItem");
        send("POST", universe + "/", R"({"TableName":"tab","Key":{"pk":{"S":"x"}}})", "GetItem");
    }

    // The output of every GET for the universe, by its path.
    std::map<std::string, std::string> shown(const std::string& universe) {
        std::map<std::string, std::string> shown;
        for (const AdminRoute& route : routes_) {
            if (route.method != "GET" || is_of_all(route.path) || route.path == "/metrics")
                continue;
            const std::string path(route.path);
            shown[path] = send("GET", universe + path);
        }
        shown["state"] = send("GET", "/_stator/v1/universes/" + universe.substr(3));
        return shown;
    }

    // The body to send to the route; its example if `bodies()` has none.
    static std::string body_of(const AdminRoute& route) {
        const auto known = bodies().find(std::string(route.method) + " " + std::string(route.path));
        if (known != bodies().end()) return known->second;
        const std::string example(route.body);
        return protocol::wire::JsonDocument::parse(std::string(example)) ? example : "";
    }

    static std::vector<AdminRoute> all_routes() {
        std::vector<AdminRoute> routes;
        for (const admin::routes::AdminRoutes& group : admin::all_admin_routes()) {
            routes.insert(routes.end(), group.begin(), group.end());
        }
        return routes;
    }

    const std::vector<AdminRoute> routes_ = all_routes();
    engine::ManualClock machine_{engine::Instant(1'750'000'000'000)};
    std::unique_ptr<engine::Engine> engine_ = std::get<0>(engine::Engine::open({}, machine_));
    laboratory::Laboratories laboratories_{*engine_, {.seed = 7}};
    admin::AdminRouter router_{laboratories_, admin::all_admin_routes()};
    dispatch::Dispatcher dispatcher_{
        *engine_, operations::find_operation, {.laboratories = &laboratories_, .admin = &router_}};
};

TEST_F(UniverseLeaksTest, NoChangeInOneIsSeenInAnother) {
    const auto one = shown("/u/one");
    const auto two = shown("/u/two");
    const auto usual = shown("/u/default");
    std::set<std::string> changed;
    std::size_t tried = 0;
    for (const AdminRoute& route : routes_) {
        if (route.method == "GET" || is_of_all(route.path)) continue;
        std::string path(route.path);
        const std::string what = std::string(route.method) + " " + path;
        const std::size_t name = path.find("{name}");
        if (name != std::string::npos) path.replace(name, 6, "added");
        const std::string reply = send(route.method, "/u/one" + path, body_of(route));
        const bool must_work = bodies().contains(what);
        EXPECT_TRUE(!must_work || reply.starts_with("{")) << what << ": " << reply;
        use("/u/one");
        for (const auto& [got, answer] : shown("/u/one")) {
            if (answer != one.at(got)) changed.insert(got);
        }
        EXPECT_EQ(shown("/u/two"), two) << what;
        EXPECT_EQ(shown("/u/default"), usual) << what;
        ++tried;
    }
    EXPECT_GE(tried, bodies().size());
    // Otherwise nothing has been tested.
    for (const char* path :
         {"clock",
          "consistency",
          "faults",
          "faults/seed",
          "throughput",
          "heat",
          "requests",
          "requests/settings",
          "counters",
          "report"}) {
        EXPECT_TRUE(changed.contains(std::string("/_stator/v1/") + path)) << path;
    }
}

TEST_F(UniverseLeaksTest, NoResetForkOrDeletionOfOneIsSeenInAnother) {
    const auto two = shown("/u/two");
    const std::string universes = "/_stator/v1/universes/";
    send("POST", universes + "one/fork", R"({"name":"three"})");
    EXPECT_EQ(shown("/u/two"), two);
    send("POST", universes + "one/reset", R"({"seed":9,"at":"2030-01-01"})");
    EXPECT_EQ(shown("/u/two"), two);
    send("POST", universes + "default/reset", R"({"seed":9,"at":"2030-01-01"})");
    EXPECT_EQ(shown("/u/two"), two);
    send("DELETE", universes + "one");
    EXPECT_EQ(shown("/u/two"), two);
}

}  // namespace
}  // namespace stator::emulator::server
