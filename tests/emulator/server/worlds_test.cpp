// Each universe is isolated: how a request chooses one, and that no change is seen in another.
#include <gtest/gtest.h>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "emulator/dispatch/dispatcher.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/base/clock.hpp"
#include "engine/engine.hpp"

namespace stator::emulator::server {
namespace {

constexpr engine::Instant kStart{1'750'000'000'000};

class WorldsTest : public ::testing::Test {
protected:
    static http::HttpRequest request(std::string_view method, std::string_view target) {
        http::HttpRequest request;
        request.method = method;
        request.target = target;
        request.content_type = kAmzJson;
        request.host = "h";
        request.amz_date = "20261121T000000Z";
        request.authorization =
            "AWS4-HMAC-SHA256 Credential=key/20261121/us-east-1/dynamodb/aws4_request, "
            "SignedHeaders=host, Signature=00";
        return request;
    }

    // The body; preceded by the status if that is not 200.
    std::string handle(http::HttpRequest& asked) {
        const http::Reply reply = dispatcher_.handle(asked);
        return reply.status == 200 ? reply.body : std::to_string(reply.status) + " " + reply.body;
    }

    std::string call(
        std::string_view target,
        std::string_view operation,
        std::string body,
        std::string_view header = ""
    ) {
        const std::string amz_target = "DynamoDB_20120810." + std::string(operation);
        http::HttpRequest asked = request("POST", target);
        asked.amz_target = amz_target;
        asked.stator_universe = header;
        asked.body = std::move(body);
        return handle(asked);
    }

    std::string admin(std::string_view method, std::string_view target, std::string body = "") {
        http::HttpRequest asked = request(method, target);
        asked.body = std::move(body);
        return handle(asked);
    }

    std::string create(std::string_view target, std::string_view header = "") {
        return call(
            target,
            "CreateTable",
            R"({"TableName":"tab","BillingMode":"PAY_PER_REQUEST",)"
            R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
            R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})",
            header
        );
    }

    std::string tables(std::string_view target, std::string_view header = "") {
        return call(target, "ListTables", "{}", header);
    }

    static constexpr std::string_view kNone = R"({"TableNames":[]})";
    static constexpr std::string_view kOne = R"({"TableNames":["tab"]})";

    engine::ManualClock machine_{kStart};
    std::unique_ptr<engine::Engine> engine_ = std::get<0>(engine::Engine::open({}, machine_));
    laboratory::Laboratories laboratories_{*engine_, {.seed = 7}};
    admin::AdminRouter router_{laboratories_, admin::all_admin_routes()};
    dispatch::Dispatcher dispatcher_{
        *engine_, operations::find_operation, {.laboratories = &laboratories_, .admin = &router_}};
};

TEST_F(WorldsTest, APathOrAHeaderChoosesTheUniverse) {
    create("/u/one");
    EXPECT_EQ(tables("/u/one"), kOne);
    EXPECT_EQ(tables("/u/one/"), kOne);
    EXPECT_EQ(tables("/", "one"), kOne);
    EXPECT_EQ(tables("/"), kNone);
    EXPECT_EQ(tables("/u/default"), kNone);
    EXPECT_EQ(tables("/u/other"), kNone);
    EXPECT_EQ(tables("/u/other", "one"), kNone) << "the path counts more";
    EXPECT_EQ(admin("GET", "/u/one/"), "healthy: h ");
}

TEST_F(WorldsTest, InvalidNamesAreRejected) {
    const std::string reply = tables("/", "a/b");
    EXPECT_TRUE(reply.starts_with("400 ")) << reply;
    EXPECT_NE(reply.find("The universe 'a/b' cannot name a universe"), std::string::npos) << reply;
    EXPECT_EQ(engine_->universes().names(), std::vector<std::string>{""});
}

TEST_F(WorldsTest, AForkIsReachedByItsPath) {
    create("/");
    admin("POST", "/_stator/v1/universes/default/fork", R"({"name":"copy"})");
    call("/u/copy", "PutItem", R"({"TableName":"tab","Item":{"pk":{"S":"x"}}})");
    const std::string get = R"({"TableName":"tab","Key":{"pk":{"S":"x"}}})";
    EXPECT_EQ(call("/u/copy", "GetItem", get), R"({"Item":{"pk":{"S":"x"}}})");
    EXPECT_EQ(call("/", "GetItem", get), "{}");
}

TEST_F(WorldsTest, AdvancingOneClockLeavesTheOthersAlone) {
    for (const char* world : {"/u/one", "/u/two"}) create(world);
    admin("POST", "/u/one/_stator/v1/clock/advance", R"({"by":"48h"})");
    EXPECT_EQ(laboratories_.find("one")->clock().now(), kStart + 48 * 3'600'000);
    EXPECT_EQ(laboratories_.find("two")->clock().now(), kStart);
    EXPECT_EQ(laboratories_.usual().clock().now(), kStart);
    const auto date = [&](std::string_view target) {
        http::HttpRequest asked = request("POST", target);
        asked.amz_target = "DynamoDB_20120810.ListTables";
        asked.body = "{}";
        return dispatcher_.handle(asked).date;
    };
    EXPECT_EQ(date("/u/one"), kStart + 48 * 3'600'000);
    EXPECT_EQ(date("/u/two"), kStart);
}

TEST_F(WorldsTest, FaultsJournalThrottlingAndConsistencyAreTheirOwn) {
    for (const char* world : {"/u/one", "/u/two"}) create(world);
    admin(
        "PUT",
        "/u/one/_stator/v1/faults",
        R"({"rules":[{"fault":{"error":"InternalServerError"}}]})"
    );
    admin("PUT", "/u/one/_stator/v1/requests/settings", R"({"on":true})");
    admin("PUT", "/u/one/_stator/v1/throughput", R"({"throttle":"aws"})");
    admin("PUT", "/u/one/_stator/v1/consistency", R"({"mode":"lagged","lag":{"fixed":100}})");
    EXPECT_TRUE(tables("/u/one").starts_with("500 "));
    EXPECT_EQ(tables("/u/two"), kOne);
    EXPECT_EQ(tables("/"), kNone);
    EXPECT_EQ(laboratories_.find("one")->journal().recorded(), 1U);
    EXPECT_EQ(laboratories_.find("two")->journal().recorded(), 0U);
    EXPECT_FALSE(laboratories_.usual().journal().is_on());
    EXPECT_TRUE(laboratories_.find("one")->universe().throughput().is_watching());
    EXPECT_FALSE(laboratories_.find("two")->universe().throughput().collects_heat());
    EXPECT_TRUE(laboratories_.find("one")->universe().consistency().lags());
    EXPECT_FALSE(laboratories_.find("two")->universe().consistency().lags());
}

TEST_F(WorldsTest, ANewOneHasTheSettingsOfTheDefaultAndAForkThoseOfItsOriginal) {
    admin("PUT", "/_stator/v1/requests/settings", R"({"on":true,"capacity":5})");
    create("/u/one");
    EXPECT_EQ(laboratories_.find("one")->journal().settings().capacity, 5U);
    admin("PUT", "/u/one/_stator/v1/requests/settings", R"({"on":true,"capacity":6})");
    admin("POST", "/u/one/_stator/v1/clock/advance", R"({"ms":1000})");
    admin("POST", "/_stator/v1/universes/one/fork", R"({"name":"two"})");
    EXPECT_EQ(laboratories_.find("two")->journal().settings().capacity, 6U);
    EXPECT_EQ(laboratories_.find("two")->clock().now(), kStart + 1'000);
}

TEST_F(WorldsTest, AHintNamesTheUniverseThatHasTheTable) {
    create("/u/seeded");
    http::HttpRequest asked = request("POST", "/");
    asked.amz_target = "DynamoDB_20120810.DescribeTable";
    asked.body = R"({"TableName":"tab"})";
    const std::string hint = "x-stator-hint: table 'tab' is in universe 'seeded' (us-east-1)\r\n";
    EXPECT_EQ(dispatcher_.handle(asked).headers, hint);
    // The journal also records the hint.
    admin("PUT", "/_stator/v1/requests/settings", R"({"on":true})");
    asked.body = R"({"TableName":"tab"})";
    EXPECT_EQ(dispatcher_.handle(asked).headers, hint);
    const std::string recorded = admin("GET", "/_stator/v1/requests");
    const std::string_view field = "\"hint\":\"table 'tab' is in universe 'seeded' (us-east-1)\"";
    EXPECT_NE(recorded.find(field), std::string::npos) << recorded;
    // No hint if no universe has the table.
    asked.body = R"({"TableName":"other"})";
    EXPECT_EQ(dispatcher_.handle(asked).headers, "");
}

TEST_F(WorldsTest, TheAdminApiReportsAMisspeltUniverse) {
    EXPECT_EQ(
        admin("GET", "/u/typo/_stator/v1/clock"),
        R"(404 {"message":"there is no universe 'typo'; GET /_stator/v1/universes lists them, POST makes one."})"
    );
    EXPECT_TRUE(admin("GET", "/_stator/v1/clock?universe=typo").starts_with("404 "));
}

}  // namespace
}  // namespace stator::emulator::server
