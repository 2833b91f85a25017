#include "emulator/server/server.hpp"

#include <gtest/gtest.h>
#include <libdeflate.h>

#include "emulator/http/compression.hpp"
#include "tests/emulator/support/http_client.hpp"
#include "tests/emulator/support/ipv6_loopback.hpp"
#include "tests/emulator/support/running_server.hpp"

namespace stator::emulator::server {
namespace {

using testing::api_call;
using testing::fake_world;
using testing::HttpClient;
using testing::HttpReply;
using testing::RunningServer;
using testing::test_options;

constexpr std::size_t kMaxBody = 16u << 20;

// A JSON object of exactly `bytes` bytes.
std::string json_of_size(std::size_t bytes) {
    return R"({"a":")" + std::string(bytes - 8, 'x') + R"("})";
}

void expect_common_headers(const HttpReply& reply) {
    EXPECT_EQ(reply.header("x-amzn-requestid").size(), 52U);
    EXPECT_EQ(
        reply.header("x-amz-crc32"),
        std::to_string(libdeflate_crc32(0, reply.body.data(), reply.body.size()))
    );
    EXPECT_EQ(reply.header("content-length"), std::to_string(reply.body.size()));
    EXPECT_EQ(reply.header("server"), "Server");
    EXPECT_TRUE(reply.header("date").ends_with(" GMT")) << reply.header("date");
    EXPECT_EQ(reply.header("transfer-encoding"), "");
}

TEST(Server, AnswersOverOneConnection) {
    RunningServer server;
    HttpClient client(server.port());
    std::string last_id;
    for (int i = 0; i < 3; ++i) {
        const HttpReply reply = client.exchange(api_call("Echo", R"({"a":1})"));
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.body, R"({"a":1})");
        EXPECT_EQ(reply.header("content-type"), kAmzJson);
        EXPECT_EQ(reply.header("connection"), "");
        expect_common_headers(reply);
        EXPECT_NE(std::exchange(last_id, reply.header("x-amzn-requestid")), last_id);
    }
}

TEST(Server, AlsoAnswersAtTheLoopbackOfIpv6) {
    if (!testing::has_ipv6_loopback()) GTEST_SKIP() << "this machine has no ::1";
    RunningServer server;
    // One for each worker, and one more.
    for (int i = 0; i < 3; ++i) {
        HttpClient client(server.port(), "::1");
        const HttpReply reply = client.exchange(api_call("Echo", R"({"a":1})"));
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.body, R"({"a":1})");
    }
    HttpClient client(server.port());
    EXPECT_EQ(client.exchange(api_call("Echo", "{}")).status, 200);
}

TEST(Server, AnswersPipelinedRequestsInOrder) {
    RunningServer server;
    HttpClient client(server.port());
    std::string requests;
    for (int i = 0; i < 50; ++i) requests += api_call("Echo", R"({"i":)" + std::to_string(i) + "}");
    // Cut within headers and bodies.
    client.send(std::string_view(requests).substr(0, 701));
    client.send(std::string_view(requests).substr(701));
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(client.read_reply().body, R"({"i":)" + std::to_string(i) + "}");
    }
}

TEST(Server, ReadsByteByByte) {
    RunningServer server;
    HttpClient client(server.port());
    for (const char byte : api_call("Echo", R"({"a":1})")) client.send({&byte, 1});
    EXPECT_EQ(client.read_reply().body, R"({"a":1})");
}

TEST(Server, ReadsChunkedBodies) {
    RunningServer server;
    HttpClient client(server.port());
    const std::string head = api_call("Echo", "", "Transfer-Encoding: chunked\r\n");
    client.send(head + "4\r\n{\"a\"\r\n");
    client.send("3;x=y\r\n:1}\r\n0\r\nAuthorization: late\r\n\r\n");
    EXPECT_EQ(client.read_reply().body, R"({"a":1})");
    EXPECT_EQ(client.exchange(api_call("Echo", "{}")).status, 200);
}

TEST(Server, ContinuesWhenExpected) {
    RunningServer server;
    HttpClient client(server.port());
    const std::string call = api_call("Echo", R"({"a":1})", "Expect: 100-continue\r\n");
    client.send(std::string_view(call).substr(0, call.size() - 7));
    EXPECT_EQ(client.read_reply().status, 100);
    client.send(R"({"a":1})");
    EXPECT_EQ(client.read_reply().body, R"({"a":1})");
}

TEST(Server, ClosesOnRequest) {
    RunningServer server;
    HttpClient client(server.port());
    const HttpReply reply = client.exchange(api_call("Echo", "{}", "Connection: close\r\n"));
    EXPECT_EQ(reply.header("connection"), "close");
    EXPECT_TRUE(client.is_closed());
}

TEST(Server, KeepsOldClientsOnlyOnRequest) {
    RunningServer server;
    HttpClient keeps(server.port());
    const std::string_view get = "GET / HTTP/1.0\r\nHost: h\r\n";
    const HttpReply reply = keeps.exchange(std::string(get) + "Connection: keep-alive\r\n\r\n");
    EXPECT_EQ(reply.header("connection"), "keep-alive");
    EXPECT_EQ(keeps.exchange(std::string(get) + "\r\n").header("connection"), "close");
    EXPECT_TRUE(keeps.is_closed());
}

TEST(Server, TakesTheLargestBodyInOnePieceAndInChunks) {
    RunningServer server;
    HttpClient client(server.port());
    const std::string body = json_of_size(kMaxBody);
    EXPECT_EQ(client.exchange(api_call("Empty", body)).status, 200);
    client.send(api_call("Empty", "", "Transfer-Encoding: chunked\r\n"));
    for (std::size_t sent = 0; sent < body.size(); sent += 1 << 20) {
        client.send("100000\r\n" + body.substr(sent, 1 << 20) + "\r\n");
    }
    client.send("0\r\n\r\n");
    EXPECT_EQ(client.read_reply().status, 200);
}

TEST(Server, RejectsOneByteMoreImmediately) {
    RunningServer server;
    HttpClient client(server.port());
    client.send(api_call("Empty", "", "Content-Length: 16777217\r\n"));
    const HttpReply reply = client.read_reply();
    EXPECT_EQ(reply.status, 413);
    EXPECT_EQ(reply.header("connection"), "close");
    expect_common_headers(reply);
    EXPECT_TRUE(client.is_closed());
}

TEST(Server, LetsAClientThatSendsTooMuchReadWhy) {
    RunningServer server;
    HttpClient whole(server.port());
    EXPECT_EQ(whole.exchange(api_call("Empty", json_of_size(kMaxBody + 1))).status, 413);

    HttpClient chunked(server.port());
    chunked.send(api_call("Empty", "", "Transfer-Encoding: chunked\r\n"));
    for (int i = 0; i < 17; ++i) chunked.send("100000\r\n" + std::string(1 << 20, 'x') + "\r\n");
    chunked.send("0\r\n\r\n");
    EXPECT_EQ(chunked.read_reply().status, 413);
}

TEST(Server, LimitsHeaders) {
    RunningServer server;
    const auto with_padding = [](std::size_t bytes) {
        return "X-Padding: " + std::string(bytes, 'x') + "\r\n";
    };
    HttpClient below(server.port());
    EXPECT_EQ(below.exchange(api_call("Echo", "{}", with_padding(15'000))).status, 200);
    HttpClient above(server.port());
    const HttpReply reply = above.exchange(api_call("Echo", "{}", with_padding(16'384)));
    EXPECT_EQ(reply.status, 400);
    expect_common_headers(reply);
    HttpClient many(server.port());
    std::string lines;
    for (int i = 0; i < 2'000; ++i) lines += "X-A: 1234567890\r\n";
    EXPECT_EQ(many.exchange(api_call("Echo", "{}", lines)).status, 400);
    HttpClient line(server.port());
    EXPECT_EQ(line.exchange("GET /" + std::string(20'000, 'x') + " HTTP/1.1\r\n\r\n").status, 400);
    HttpClient endless(server.port());
    EXPECT_EQ(endless.exchange(std::string(40'000, 'x')).status, 400);
}

TEST(Server, RejectsInvalidHttp) {
    RunningServer server;
    for (const char* bytes :
         {"\x16\x03\x01 hello\r\n\r\n",
          "GET / HTTP/3.0\r\n\r\n",
          "POST / HTTP/1.1\r\nContent-Length: x\r\n\r\n",
          "POST / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n"}) {
        HttpClient client(server.port());
        EXPECT_EQ(client.exchange(bytes).status, 400) << bytes;
        EXPECT_TRUE(client.is_closed());
    }
}

TEST(Server, AnswersHealthStubAndPreflight) {
    RunningServer server;
    HttpClient client(server.port());
    const HttpReply health = client.exchange("GET / HTTP/1.1\r\nHost: localhost:1\r\n\r\n");
    EXPECT_EQ(health.status, 200);
    EXPECT_EQ(health.body, "healthy: localhost:1 ");
    expect_common_headers(health);

    client.send("HEAD /health HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(client.read_reply(false).status, 200);

    const HttpReply stub = client.exchange("PUT / HTTP/1.1\r\nHost: h\r\n\r\n");
    EXPECT_EQ(stub.status, 404);
    EXPECT_EQ(stub.header("x-amz-crc32"), "3552371480");
    EXPECT_EQ(stub.header("access-control-allow-origin"), "");

    const HttpReply preflight = client.exchange(
        "OPTIONS / HTTP/1.1\r\nHost: h\r\nOrigin: http://a\r\n"
        "Access-Control-Request-Method: POST\r\nAccess-Control-Request-Headers: x-a,x-b\r\n\r\n"
    );
    EXPECT_EQ(preflight.status, 200);
    EXPECT_EQ(preflight.header("content-length"), "0");
    EXPECT_EQ(preflight.header("x-amz-crc32"), "0");
    EXPECT_EQ(preflight.header("access-control-allow-origin"), "*");
    EXPECT_EQ(preflight.header("access-control-allow-headers"), "x-a,x-b");
    EXPECT_EQ(preflight.header("access-control-allow-methods"), "POST");
    EXPECT_EQ(preflight.header("access-control-max-age"), "172800");
}

TEST(Server, CompressesBothWays) {
    RunningServer server;
    HttpClient client(server.port());
    const HttpReply in = client.exchange(api_call(
        "Echo", http::compress(http::Codec::Gzip, R"({"a":1})"), "Content-Encoding: gzip\r\n"
    ));
    EXPECT_EQ(in.body, R"({"a":1})");
    HttpReply out = client.exchange(
        api_call("Big", "{}", "Accept-Encoding: deflate\r\nAccept-Encoding: gzip\r\n")
    );
    EXPECT_EQ(out.header("content-encoding"), "deflate");
    expect_common_headers(out);
    EXPECT_EQ(http::decompress("deflate", 10'000, out.body), std::nullopt);
    EXPECT_EQ(out.body, std::string(5'000, 'x'));
    const HttpReply repeated = client.exchange(api_call(
        "Echo",
        http::compress(http::Codec::Gzip, "{}"),
        "Content-Encoding: gzip\r\nContent-Encoding: gzip\r\n"
    ));
    EXPECT_EQ(repeated.status, 500);
}

TEST(Server, SendsRepliesLargerThanTheSocketTakes) {
    RunningServer server;
    HttpClient client(server.port());
    client.send(api_call("Huge", "{}") + api_call("Echo", "{}"));
    EXPECT_EQ(client.read_reply().body.size(), 8u << 20);
    EXPECT_EQ(client.read_reply().body, "{}");
}

TEST(Server, ClosesSilentConnections) {
    ServerOptions options = test_options();
    options.idle_limit = std::chrono::milliseconds(40);
    RunningServer server(nullptr, options);
    HttpClient idle(server.port());
    EXPECT_TRUE(idle.is_closed());
    HttpClient half(server.port());
    half.send("POST / HT");
    EXPECT_TRUE(half.is_closed());
}

TEST(Server, ClosesAConnectionWhoseRequestNeverEnds) {
    ServerOptions options = test_options();
    options.request_limit = std::chrono::milliseconds(40);
    RunningServer server(nullptr, options);
    HttpClient half(server.port());
    half.send("POST / HT");
    EXPECT_TRUE(half.is_closed());
    // Between two requests, a connection may be idle for much longer.
    HttpClient resting(server.port());
    EXPECT_EQ(resting.exchange(api_call("Echo", "{}")).status, 200);
    EXPECT_TRUE(resting.is_silent_for(200));
    EXPECT_EQ(resting.exchange(api_call("Echo", "{}")).status, 200);
}

TEST(Server, SurvivesABugInAnOperation) {
    RunningServer server;
    HttpClient client(server.port());
    EXPECT_EQ(client.exchange(api_call("Throw", "{}")).status, 500);
    EXPECT_EQ(client.exchange(api_call("Echo", "{}")).status, 200);
}

TEST(Server, FinishesARequestInFlightBeforeItStops) {
    std::promise<void> entered;
    std::promise<void> released;
    std::shared_future<void> release = released.get_future().share();
    fake_world.entered = &entered;
    fake_world.release = &release;
    RunningServer server;
    HttpClient idle(server.port());
    EXPECT_EQ(idle.exchange(api_call("Echo", "{}")).status, 200);
    HttpClient busy(server.port());
    busy.send(api_call("Block", R"({"a":1})"));
    entered.get_future().wait();
    server.begin_stop();
    EXPECT_TRUE(idle.is_closed());
    released.set_value();
    const HttpReply reply = busy.read_reply();
    EXPECT_EQ(reply.body, R"({"a":1})");
    EXPECT_EQ(reply.header("connection"), "close");
    EXPECT_TRUE(busy.is_closed());
    server.stop();
    EXPECT_THROW(HttpClient(server.port()), std::exception);
}

TEST(Server, WaitsForHalfARequestOnlyForAWhile) {
    RunningServer server;
    HttpClient half(server.port());
    half.send("POST / HTTP/1.1\r\nConte");
    EXPECT_TRUE(half.is_silent_for(20));
    server.stop();
    EXPECT_TRUE(half.is_closed());
}

std::uint16_t free_port() {
    engine::SystemClock clock;
    Server server({.port = 0}, clock);
    EXPECT_FALSE(server.listen());
    return server.port();
}

TEST(Server, ServesASecondPort) {
    ServerOptions options = test_options();
    options.admin_port = free_port();
    RunningServer server(nullptr, options);
    HttpClient main(server.port());
    HttpClient admin(*options.admin_port);
    const std::string_view health = "GET /health HTTP/1.1\r\nHost: h\r\n\r\n";
    EXPECT_EQ(main.exchange(health).status, 200);
    EXPECT_EQ(admin.exchange(health).status, 200);
    server.begin_stop();
    EXPECT_TRUE(main.is_closed());
    EXPECT_TRUE(admin.is_closed());
    server.stop();
    EXPECT_THROW(HttpClient(*options.admin_port), std::exception);
}

TEST(Server, HasASecondPortOnlyIfConfigured) {
    engine::SystemClock clock;
    Server one({.port = 0}, clock);
    EXPECT_FALSE(one.listen());
    EXPECT_FALSE(one.admin_port());
    Server two({.port = 0, .admin_port = 0}, clock);
    EXPECT_FALSE(two.listen());
    ASSERT_TRUE(two.admin_port());
    EXPECT_NE(*two.admin_port(), 0);
    EXPECT_NE(*two.admin_port(), two.port());
}

TEST(Server, ReportsWhyItCannotListenOnTheSecondPort) {
    RunningServer server;
    engine::SystemClock clock;
    Server taken({.port = 0, .admin_port = server.port()}, clock);
    const auto sentence = taken.listen();
    ASSERT_TRUE(sentence);
    EXPECT_NE(sentence->find("--admin-port"), std::string::npos) << *sentence;
    EXPECT_NE(sentence->find(std::to_string(server.port())), std::string::npos) << *sentence;
}

TEST(Server, ReportsWhyItCannotListen) {
    RunningServer server;
    engine::SystemClock clock;
    Server taken({.port = server.port()}, clock);
    const auto sentence = taken.listen();
    ASSERT_TRUE(sentence);
    EXPECT_NE(sentence->find("--port"), std::string::npos) << *sentence;
    Server nowhere({.host = "203.0.113.1", .port = 0}, clock);
    EXPECT_NE(nowhere.listen().value_or("").find("--host"), std::string::npos);
    Server unknown({.host = "no such host", .port = 0}, clock);
    EXPECT_NE(unknown.listen().value_or("").find("--host"), std::string::npos);
}

}  // namespace
}  // namespace stator::emulator::server
