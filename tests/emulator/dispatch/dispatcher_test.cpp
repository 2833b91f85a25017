#include "emulator/dispatch/dispatcher.hpp"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include <memory>
#include <variant>

#include "emulator/http/compression.hpp"
#include "emulator/operations/operation_table.hpp"
#include "engine/engine.hpp"
#include "tests/emulator/support/fake_operations.hpp"
#include "tests/emulator/support/http_client.hpp"

namespace stator::emulator::dispatch {
namespace {

using testing::find_fake_operation;
using testing::kAuthorization;

class DispatcherTest : public ::testing::Test {
protected:
    static http::HttpRequest call(std::string_view target, std::string body) {
        http::HttpRequest request;
        request.method = "POST";
        request.target = "/";
        request.host = "localhost:8000";
        request.content_type = kAmzJson;
        request.amz_target = target;
        request.authorization = kAuthorization;
        request.amz_date = "20261121T000000Z";
        request.body = std::move(body);
        return request;
    }

    // "status crc32 body".
    std::string summary(http::HttpRequest request) {
        const http::Reply reply = dispatcher_.handle(request);
        const auto crc = libdeflate_crc32(0, reply.body.data(), reply.body.size());
        return std::to_string(reply.status) + " " + std::to_string(crc) + " " + reply.body;
    }

    engine::ManualClock clock_{engine::Instant(1'000)};
    std::unique_ptr<engine::Engine> engine_ =
        std::get<0>(engine::Engine::open({}, clock_, std::nullopt));
    Dispatcher dispatcher_{*engine_, find_fake_operation, http::CorsPolicy()};
};

constexpr std::string_view kEcho = "DynamoDB_20120810.Echo";

constexpr std::string_view kStub = "404 3552371480 <UnknownOperationException/>\n";
constexpr std::string_view kNotJson =
    "400 3948637019 {\"__type\":\"com.amazon.coral.service#SerializationException\"}";
constexpr std::string_view kUnknown =
    "400 1368724161 {\"__type\":\"com.amazon.coral.service#UnknownOperationException\"}";
constexpr std::string_view kNoToken =
    "400 2088342776 {\"__type\":\"com.amazon.coral.service#MissingAuthenticationTokenException\","
    "\"message\":\"Request is missing Authentication Token\"}";
constexpr std::string_view kBothForms =
    "400 2139606068 {\"__type\":\"com.amazon.coral.service#InvalidSignatureException\","
    "\"message\":\"Found both 'X-Amz-Algorithm' as a query-string param and 'Authorization' as "
    "HTTP header.\"}";

TEST_F(DispatcherTest, RunsTheOperationOfEitherApi) {
    http::HttpRequest request = call(kEcho, R"({"a":1})");
    const http::Reply reply = dispatcher_.handle(request);
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, R"({"a":1})");
    EXPECT_EQ(reply.content_type, kAmzJson);
    http::HttpRequest streams = call("DynamoDBStreams_20120810.Records", "{}");
    EXPECT_EQ(dispatcher_.handle(streams).status, 200);
    http::HttpRequest who = call("DynamoDB_20120810.Who", "{}");
    EXPECT_EQ(dispatcher_.handle(who).body, "AKID eu-west-2 localhost:8000");
    http::HttpRequest empty = call("DynamoDB_20120810.Empty", "{}");
    EXPECT_EQ(summary(empty), "200 0 ");
}

TEST_F(DispatcherTest, EchoesTheMediaType) {
    for (const auto& [sent, expected] : std::vector<std::pair<const char*, std::string_view>>{
             {"application/json", kJson},
             {"Application/X-Amz-Json-1.0 ; charset=utf-8", kAmzJson},
             {"application/json;x=y", kJson}}) {
        http::HttpRequest request = call(kEcho, "{}");
        request.content_type = sent;
        EXPECT_EQ(dispatcher_.handle(request).content_type, expected) << sent;
    }
    http::HttpRequest bare = call(kEcho, "");
    bare.content_type = "";
    EXPECT_EQ(dispatcher_.handle(bare).content_type, kJson);
}

// "Big" replies with 5,000 bytes, or in lines if the client accepts JSON lines.
TEST_F(DispatcherTest, AnswersInLinesIfTheClientAcceptsThem) {
    http::HttpRequest request = call("DynamoDB_20120810.Big", R"({"a":1})");
    request.accept = kJsonLines;
    http::Reply reply = dispatcher_.handle(request);
    EXPECT_EQ(reply.content_type, kJsonLines);
    EXPECT_EQ(reply.body, R"({"a":1})");
    for (const std::string_view other : {"", "*/*", "application/json", "application/x-ndjson2"}) {
        request = call("DynamoDB_20120810.Big", "{}");
        request.accept = other;
        reply = dispatcher_.handle(request);
        EXPECT_EQ(reply.content_type, kAmzJson) << other;
        EXPECT_EQ(reply.body.size(), 5'000u) << other;
    }
    request = call("DynamoDB_20120810.Echo", "{}");
    request.accept = kJsonLines;
    EXPECT_EQ(dispatcher_.handle(request).content_type, kAmzJson) << "it has no lines";
    request = call("DynamoDB_20120810.Refuse", "{}");
    request.accept = kJsonLines;
    EXPECT_EQ(dispatcher_.handle(request).content_type, kAmzJson) << "an error is JSON";
}

TEST_F(DispatcherTest, AnswersTheStubToOtherThings) {
    for (const char* type : {"", "text/plain", "application/x-amz-json-1.1"}) {
        http::HttpRequest request = call(kEcho, "{}");
        request.content_type = type;
        EXPECT_EQ(summary(request), kStub) << type;
    }
    for (const char* method : {"PUT", "DELETE", "PATCH", "OPTIONS"}) {
        http::HttpRequest request = call(kEcho, "{}");
        request.method = method;
        EXPECT_EQ(summary(request), kStub) << method;
    }
    http::HttpRequest elsewhere = call(kEcho, "{}");
    elsewhere.target = "/elsewhere";
    EXPECT_EQ(summary(elsewhere), kStub);
    elsewhere.method = "GET";
    EXPECT_EQ(summary(elsewhere), kStub);
}

TEST_F(DispatcherTest, ChecksInOrder) {
    http::HttpRequest request = call("nonsense", "not json");
    request.authorization = "";
    request.content_type = "text/plain";
    EXPECT_EQ(summary(request), kStub);
    request.content_type = kJson;
    EXPECT_EQ(summary(request), kNotJson);
    request.body = "[]";
    EXPECT_EQ(summary(request), kUnknown);
    request.body = "";
    EXPECT_EQ(summary(request), kUnknown);
    request.amz_target = kEcho;
    EXPECT_EQ(summary(request), kNoToken);
    request.authorization = kAuthorization;
    request.target = "/?X-Amz-Algorithm";
    EXPECT_EQ(summary(request), kBothForms);
    request.target = "/";
    EXPECT_EQ(summary(request), kNotJson);
    for (const char* payload : {"null", "[]", "3", "\"x\"", "true"}) {
        request.body = payload;
        EXPECT_EQ(summary(request), kNotJson) << payload;
    }
    request.body = "{}";
    EXPECT_TRUE(summary(request).starts_with("200 "));
}

TEST_F(DispatcherTest, KnowsOnlyWholeTargets) {
    for (const char* target :
         {"",
          "Echo",
          "DynamoDB_20120810",
          "DynamoDB_20120810.",
          "DynamoDB_20111205.Echo",
          "dynamodb_20120810.Echo",
          "DynamoDB_20120810.echo",
          "DynamoDBStreams_20120810.Echo",
          "DynamoDB_20120810.Records",
          "DynamoDB_20120810.Echo.Echo"}) {
        EXPECT_EQ(summary(call(target, "{}")), kUnknown) << target;
    }
}

TEST_F(DispatcherTest, TheCostumeAsksForASignature) {
    Dispatcher dressed(*engine_, find_fake_operation, DispatcherOptions{.wears_costume = true});
    for (const char* target : {"/", "/?a=b", "/shell/", "/some/path", "/health", "/ready"}) {
        http::HttpRequest request;
        request.method = "GET";
        request.target = target;
        const http::Reply reply = dressed.handle(request);
        if (request.path() == "/health" || request.path() == "/ready") {
            EXPECT_EQ(reply.status, 200) << target;
            continue;
        }
        EXPECT_EQ(reply.status, 400) << target;
        EXPECT_EQ(reply.content_type, kAmzJson);
        EXPECT_EQ(
            reply.body,
            "{\"__type\":\"com.amazonaws.dynamodb.v20120810#MissingAuthenticationToken\","
            "\"Message\":"
            "\"Request must contain either a valid (registered) AWS access key ID or X.509 "
            "certificate.\"}"
        );
    }
}

TEST_F(DispatcherTest, AnswersHealthChecks) {
    http::HttpRequest request;
    request.host = "localhost:8000";
    for (const char* target : {"/", "/health", "/ready", "/?x=y"}) {
        request.method = "GET";
        request.target = target;
        const http::Reply reply = dispatcher_.handle(request);
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.body, "healthy: localhost:8000 ");
    }
}

TEST_F(DispatcherTest, TurnsExceptionsIntoInternalServerError) {
    EXPECT_TRUE(summary(call("DynamoDB_20120810.Throw", "{}")).starts_with("500 "));
}

TEST_F(DispatcherTest, PassesErrorsOfOperationsOn) {
    EXPECT_TRUE(summary(call("DynamoDB_20120810.Refuse", "{}"))
                    .ends_with(R"(#ConditionalCheckFailedException",)"
                               R"("message":"The conditional request failed"})"));
}

TEST_F(DispatcherTest, ReadsCompressedRequests) {
    for (const http::Codec codec : {http::Codec::Gzip, http::Codec::Deflate}) {
        http::HttpRequest request = call(kEcho, http::compress(codec, R"({"a":1})"));
        request.content_encoding = http::codec_name(codec);
        EXPECT_EQ(dispatcher_.handle(request).body, R"({"a":1})");
    }
    http::HttpRequest corrupt = call(kEcho, "{}");
    corrupt.content_encoding = "gzip";
    EXPECT_TRUE(summary(corrupt).starts_with("500 "));
    http::HttpRequest empty = call(kEcho, "");
    empty.content_encoding = "gzip";
    EXPECT_TRUE(summary(empty).starts_with("500 "));
    http::HttpRequest unknown = call(kEcho, "{}");
    unknown.content_encoding = "br";
    EXPECT_TRUE(summary(unknown).starts_with("500 "));
    http::HttpRequest bomb =
        call(kEcho, http::compress(http::Codec::Gzip, std::string(17u << 20, ' ')));
    bomb.content_encoding = "gzip";
    EXPECT_TRUE(summary(bomb).starts_with("413 "));
}

TEST_F(DispatcherTest, CompressesLargeReplies) {
    http::HttpRequest request = call("DynamoDB_20120810.Big", "{}");
    request.accept_encoding = "gzip";
    http::Reply reply = dispatcher_.handle(request);
    EXPECT_EQ(reply.content_encoding, "gzip");
    EXPECT_EQ(http::decompress("gzip", 10'000, reply.body), std::nullopt);
    EXPECT_EQ(reply.body.size(), 5'000U);

    request = call(kEcho, "{}");
    request.accept_encoding = "gzip";
    EXPECT_EQ(dispatcher_.handle(request).content_encoding, "");
    // Exactly at the threshold and just below it.
    for (const std::size_t size :
         {http::kMinCompressedReplyBytes, http::kMinCompressedReplyBytes - 1}) {
        request = call(kEcho, R"({"a":")" + std::string(size - 8, 'x') + R"("})");
        request.accept_encoding = "deflate";
        const bool expected = size == http::kMinCompressedReplyBytes;
        EXPECT_EQ(dispatcher_.handle(request).content_encoding, expected ? "deflate" : "");
    }
}

TEST_F(DispatcherTest, AddsCorsHeadersToEveryKindOfReply) {
    http::HttpRequest request = call(kEcho, "{}");
    request.origin = "http://a";
    EXPECT_TRUE(dispatcher_.handle(request).headers.starts_with("Access-Control-Allow-Origin: *"));
    request.method = "PUT";
    EXPECT_NE(dispatcher_.handle(request).headers, "");
    request.method = "OPTIONS";
    request.target = "/anything";
    const http::Reply preflight = dispatcher_.handle(request);
    EXPECT_EQ(preflight.status, 200);
    EXPECT_EQ(preflight.body, "");
    EXPECT_NE(preflight.headers.find("Access-Control-Max-Age: 172800"), std::string::npos);
}

TEST_F(DispatcherTest, LeavesTheEngineAloneForASecondAtMost) {
    const auto wait = dispatcher_.run_due();
    EXPECT_GE(wait.count(), 1);
    EXPECT_LE(wait.count(), 1'000);
}

// The error wording is that of the region that a request is signed for, unless the server is
// configured for one region.
TEST_F(DispatcherTest, UsesTheErrorWordingOfARegion) {
    const auto told = [&](const std::string& signed_for, const std::string& behaves_like) {
        DispatcherOptions options;
        options.behaves_like = behaves_like;
        Dispatcher dispatcher(*engine_, operations::find_operation, options);
        std::string authorization(kAuthorization);
        authorization.replace(authorization.find("eu-west-2"), 9, signed_for);
        http::HttpRequest request =
            call("DynamoDB_20120810.Scan", R"({"TableName":"Tab","Segment":3,"TotalSegments":3})");
        request.authorization = authorization;
        const std::string body = dispatcher.handle(request).body;
        return body.find("Segment: 3 is not less than") != std::string::npos;
    };
    EXPECT_FALSE(told("eu-west-2", ""));
    EXPECT_TRUE(told("us-east-1", ""));
    EXPECT_TRUE(told("eu-west-2", "us-east-1"));
    EXPECT_FALSE(told("us-east-1", "eu-west-2"));
}

TEST_F(DispatcherTest, KnowsWhichRequestsMayTakeLong) {
    const auto may_take_long = [&](std::string_view operation, std::string_view path) {
        http::HttpRequest request = call(operation, "{}");
        request.target = path;
        return dispatcher_.may_take_long(request);
    };
    EXPECT_FALSE(may_take_long("DynamoDB_20120810.Echo", "/"));
    EXPECT_FALSE(may_take_long("DynamoDB_20120810.Echo", "/u/alpha"));
    EXPECT_FALSE(may_take_long("DynamoDB_20120810.Echo", "/u/alpha/"));
    EXPECT_FALSE(may_take_long("DynamoDB_20120810.Unknown", "/"));
    EXPECT_FALSE(may_take_long("", "/"));
    EXPECT_TRUE(may_take_long("DynamoDB_20120810.Change", "/"));
    EXPECT_TRUE(may_take_long("DynamoDB_20120810.Change", "/u/alpha"));
    EXPECT_FALSE(may_take_long("DynamoDBStreams_20120810.Change", "/"));
    EXPECT_TRUE(may_take_long("", "/_stator/v1/clock"));
    EXPECT_TRUE(may_take_long("", "/u/alpha/_stator/v1/clock"));
    EXPECT_TRUE(may_take_long("", "/metrics"));

    http::HttpRequest health;
    health.method = "GET";
    for (const std::string_view path : {"/", "/health", "/ready"}) {
        health.target = path;
        EXPECT_FALSE(dispatcher_.may_take_long(health)) << path;
    }
}

}  // namespace
}  // namespace stator::emulator::dispatch
