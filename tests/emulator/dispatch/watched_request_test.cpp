#include "emulator/dispatch/watched_request.hpp"

#include <gtest/gtest.h>

#include "emulator/admin/router.hpp"
#include "emulator/admin/routes.hpp"
#include "emulator/dispatch/dispatcher.hpp"
#include "emulator/laboratory/laboratories.hpp"
#include "engine/base/clock.hpp"
#include "engine/engine.hpp"

namespace stator::emulator::dispatch {
namespace {

class WatchedRequests : public ::testing::Test {
protected:
    WatchedRequests() {
        call("CreateTable", kTable);
        admin("PUT", "/requests/settings", R"({"on":true})");
    }

    static http::HttpRequest request(std::string_view method, std::string_view target) {
        http::HttpRequest request;
        request.method = method;
        request.target = target;
        request.content_type = kAmzJson;
        request.host = "h";
        request.amz_date = "20261121T000000Z";
        request.authorization =
            "AWS4-HMAC-SHA256 Credential=key/20261121/eu-west-2/dynamodb/aws4_request, "
            "SignedHeaders=host, Signature=00";
        return request;
    }

    http::Reply call(
        std::string_view operation,
        std::string body,
        std::string_view fault = "",
        std::string_view accept = ""
    ) {
        const std::string target = "DynamoDB_20120810." + std::string(operation);
        http::HttpRequest asked = request("POST", "/");
        asked.amz_target = target;
        asked.stator_fault = fault;
        asked.accept = accept;
        asked.body = std::move(body);
        return dispatcher_.handle(asked);
    }

    std::string admin(std::string_view method, const std::string& path, std::string body = "") {
        const std::string target = "/_stator/v1" + path;
        http::HttpRequest asked = request(method, target);
        asked.body = std::move(body);
        return dispatcher_.handle(asked).body;
    }

    journal::RequestRecord last() {
        return *laboratories_.usual().journal().list({.limit = 1}).front();
    }

    // The sum that an assertion finds.
    std::string sum(const std::string& assertion) {
        const std::string answer =
            admin("POST", "/assertions", R"({"assertions":[)" + assertion + "]}");
        const auto begin = answer.find("\"actual\":") + 9;
        return answer.substr(begin, answer.find(',', begin) - begin);
    }

    static constexpr const char* kTable =
        R"({"TableName":"tab","BillingMode":"PAY_PER_REQUEST",)"
        R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
        R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})";
    static constexpr const char* kItem = R"({"TableName":"tab","Item":{"pk":{"S":"a"}}})";

    engine::ManualClock machine_{engine::Instant(1'750'000'000'000)};
    std::unique_ptr<engine::Engine> engine_ = std::get<0>(engine::Engine::open({}, machine_));
    laboratory::Laboratories laboratories_{*engine_, {.seed = 7}};
    admin::AdminRouter router_{laboratories_, admin::all_admin_routes()};
    DispatcherOptions options_{.laboratories = &laboratories_, .admin = &router_};
    Dispatcher dispatcher_{*engine_, operations::find_operation, options_};
};

TEST_F(WatchedRequests, ThatAreLostBeforeTheyRunAreErrors) {
    call("PutItem", kItem, "drop=before");
    EXPECT_EQ(last().status, 0);
    EXPECT_EQ(last().error, "RequestLost");
    ASSERT_EQ(last().uses.size(), 1U);
    EXPECT_EQ(last().uses[0].write_units, 0);
    EXPECT_EQ(sum(R"({"metric":"errors","table":"tab","most":0})"), "1");
    EXPECT_NE(admin("GET", "/requests?error=RequestLost").find("\"status\":0"), std::string::npos);
    EXPECT_NE(admin("GET", "/report").find("\"errors\":1"), std::string::npos);
    EXPECT_NE(admin("GET", "/counters").find(R"("errors":{"RequestLost":1})"), std::string::npos);
}

TEST_F(WatchedRequests, WhoseRepliesAreLostAreErrorsThatWrote) {
    call("PutItem", kItem, "drop=after");
    EXPECT_EQ(last().status, 0);
    EXPECT_EQ(last().error, "ReplyLost");
    EXPECT_EQ(last().uses.at(0).write_units, 1);
    call("GetItem", R"({"TableName":"tab","Key":{"pk":{"S":"a"}}})", "truncate");
    EXPECT_EQ(last().status, 200) << "the client saw it";
    EXPECT_EQ(last().error, "ReplyTruncated");
    call("GetItem", R"({"TableName":"tab"})", "truncate");
    EXPECT_EQ(last().status, 400);
    EXPECT_EQ(last().error, "ReplyTruncated");
    EXPECT_EQ(sum(R"({"metric":"errors","most":0})"), "3");
}

// The program never saw that there was more.
TEST_F(WatchedRequests, WhoseRepliesAreLostOpenNoPage) {
    for (const char* key : {"a", "b", "c"}) {
        call("PutItem", R"({"TableName":"tab","Item":{"pk":{"S":")" + std::string(key) + "\"}}}");
    }
    call("Scan", R"({"TableName":"tab"})", "pageRows=1; drop=after");
    EXPECT_EQ(admin("GET", "/report").find("unfollowed-page"), std::string::npos);
    call("Scan", R"({"TableName":"tab"})", "pageRows=1");
    EXPECT_NE(admin("GET", "/report").find("unfollowed-page"), std::string::npos);
}

TEST_F(WatchedRequests, ShowInjectedLatencyApart) {
    call("GetItem", R"({"TableName":"tab","Key":{"pk":{"S":"a"}}})", "latency=60000");
    EXPECT_EQ(last().injected_ms, 60'000);
    EXPECT_LT(last().latency_us, 60'000'000);
    EXPECT_NE(admin("GET", "/requests").find("\"injectedMilliseconds\":60000"), std::string::npos);
    const journal::JournalTotals totals = laboratories_.usual().journal().totals();
    EXPECT_LT(totals.latencies.at("GetItem").sum_us, 60'000'000);
    EXPECT_EQ(totals.operations.begin()->second.injected_ms, 60'000);
}

TEST_F(WatchedRequests, MayBeAnsweredInLines) {
    admin("PUT", "/requests/settings", R"({"on":true,"bodies":"redacted"})");
    call("PutItem", kItem);
    constexpr const char* kScan = R"({"TableName":"tab"})";
    http::Reply reply = call("Scan", kScan, "latency=1", kJsonLines);
    EXPECT_EQ(reply.content_type, kJsonLines);
    EXPECT_EQ(reply.body, "{\"Item\":{\"pk\":{\"S\":\"a\"}}}\n{\"Count\":1,\"ScannedCount\":1}\n");
    EXPECT_EQ(last().operation, "Scan");
    EXPECT_EQ(
        std::string_view(last().reply_body),
        R"([{"Item":{"pk":{"S":"***"}}},{"Count":1,"ScannedCount":1}])"
    );
    reply = call("Scan", kScan, "throttle", kJsonLines);
    EXPECT_EQ(reply.content_type, kAmzJson);
    EXPECT_EQ(reply.status, 400);
}

TEST_F(WatchedRequests, HaveTheirRegionAndLabel) {
    admin("PUT", "/requests/settings", R"({"label":"suite"})");
    call("PutItem", kItem);
    EXPECT_EQ(last().region, "eu-west-2");
    EXPECT_EQ(last().label, "suite");
    http::HttpRequest asked = request("POST", "/");
    asked.amz_target = "DynamoDB_20120810.PutItem";
    asked.stator_label = "test-3";
    asked.body = kItem;
    dispatcher_.handle(asked);
    EXPECT_EQ(last().label, "test-3");
    EXPECT_NE(admin("GET", "/counters").find("\"region\":\"eu-west-2\""), std::string::npos);
    EXPECT_NE(admin("GET", "/report").find("\"region\":\"eu-west-2\""), std::string::npos);
}

TEST_F(WatchedRequests, MeetFaultsOfTheirRegion) {
    const auto rule = [](const std::string& region) {
        return R"({"rules":[{"match":{"region":")" + region + R"("},"fault":"throttle"}]})";
    };
    admin("PUT", "/faults", rule("us-*"));
    EXPECT_EQ(call("PutItem", kItem).status, 200);
    admin("PUT", "/faults", rule("eu-*"));
    EXPECT_EQ(call("PutItem", kItem).status, 400);
}

TEST_F(WatchedRequests, BringNothingAlongWhereTheHeadersAreOff) {
    options_.heeds_laboratory_headers = false;
    Dispatcher deaf(*engine_, operations::find_operation, options_);
    http::HttpRequest asked = request("POST", "/");
    asked.amz_target = "DynamoDB_20120810.PutItem";
    asked.stator_fault = "error=ThrottlingException";
    asked.stator_label = "test-3";
    asked.body = kItem;
    EXPECT_EQ(deaf.handle(asked).status, 200);
    EXPECT_EQ(last().label, "");
    EXPECT_EQ(call("PutItem", kItem, "error=ThrottlingException").status, 400);
}

}  // namespace
}  // namespace stator::emulator::dispatch
