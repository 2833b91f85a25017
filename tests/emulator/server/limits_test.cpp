// A server at its limits, as its clients see it.
#include <gtest/gtest.h>

#include <deque>

#include "emulator/server/server.hpp"
#include "tests/emulator/support/http_client.hpp"
#include "tests/emulator/support/running_server.hpp"

namespace stator::emulator::server {
namespace {

using std::chrono::milliseconds;
using testing::api_call;
using testing::HttpClient;
using testing::HttpReply;
using testing::RunningServer;
using testing::test_options;

constexpr std::size_t kMb = 1u << 20;

std::string body_head(std::size_t length) {
    return api_call("Echo", "", "Content-Length: " + std::to_string(length) + "\r\n");
}

TEST(ServerLimits, HeadHasLessTimeThanTheRequest) {
    ServerOptions options = test_options();
    options.head_limit = milliseconds(40);
    RunningServer server(nullptr, options);
    HttpClient slow_head(server.port());
    slow_head.send("POST / HTTP/1.1\r\nHost: h\r\n");
    EXPECT_TRUE(slow_head.is_closed());
    HttpClient slow_body(server.port());
    slow_body.send(body_head(7));
    EXPECT_TRUE(slow_body.is_silent_for(200));
    slow_body.send(R"({"a":1})");
    EXPECT_EQ(slow_body.read_reply().body, R"({"a":1})");
}

TEST(ServerLimits, DrippingClientIsNoFasterForIt) {
    ServerOptions options = test_options();
    options.request_limit = milliseconds(60);
    RunningServer server(nullptr, options);
    HttpClient slow(server.port());
    slow.send(body_head(1'000'000));
    // It is closed although there is never a pause.
    bool is_open = true;
    for (int i = 0; is_open && i < 1'000; ++i) is_open = slow.send("x") && slow.is_silent_for(5);
    EXPECT_FALSE(is_open);
    EXPECT_GE(server.load().figures().timed_out_connections, 1U);
}

TEST(ServerLimits, ConnectionThatWasJustAnsweredIsActive) {
    RunningServer server(nullptr, test_options());
    HttpClient client(server.port());
    EXPECT_EQ(client.exchange(api_call("Echo", "{}")).status, 200);
    EXPECT_EQ(server.load().figures().active, 1U);
    EXPECT_EQ(server.load().figures().connections, 1U);
}

TEST(ServerLimits, ConnectionThatRestsIsAnsweredAgain) {
    ServerOptions options = test_options();
    options.request_limit = milliseconds(40);
    RunningServer server(nullptr, options);
    HttpClient client(server.port());
    EXPECT_EQ(client.exchange(api_call("Echo", "{}")).status, 200);
    for (int i = 0; server.load().figures().active != 0 && i < 100; ++i) {
        EXPECT_TRUE(client.is_silent_for(20));
    }
    EXPECT_EQ(server.load().figures().active, 0U);
    EXPECT_EQ(server.load().figures().connections, 1U);
    EXPECT_EQ(client.exchange(api_call("Echo", R"({"a":1})")).body, R"({"a":1})");
}

TEST(ServerLimits, RejectsConnectionsAboveTheLimit) {
    ServerOptions options = test_options();
    options.threads = 1;
    options.load.connections = 2;
    RunningServer server(nullptr, options);
    HttpClient one(server.port());
    HttpClient two(server.port());
    // Both are in use: they have just been answered.
    EXPECT_EQ(one.exchange(api_call("Echo", "{}")).status, 200);
    EXPECT_EQ(two.exchange(api_call("Echo", "{}")).status, 200);
    HttpClient three(server.port());
    const HttpReply reply = three.read_reply();
    EXPECT_EQ(reply.status, 503);
    EXPECT_NE(reply.body.find("--max-connections"), std::string::npos) << reply.body;
    EXPECT_TRUE(three.is_closed());
    EXPECT_EQ(server.load().figures().refused_connections, 1U);
    EXPECT_EQ(one.exchange(api_call("Echo", "{}")).status, 200);
}

TEST(ServerLimits, QuietConnectionMakesRoomForAnother) {
    ServerOptions options = test_options();
    options.threads = 1;
    options.load.connections = 2;
    options.head_limit = milliseconds(40);  // the server checks four times in it
    RunningServer server(nullptr, options);
    HttpClient quiet(server.port());
    EXPECT_EQ(quiet.exchange(api_call("Echo", "{}")).status, 200);
    EXPECT_TRUE(quiet.is_silent_for(100));
    HttpClient lively(server.port());
    EXPECT_EQ(lively.exchange(api_call("Echo", "{}")).status, 200);
    HttpClient third(server.port());
    EXPECT_EQ(third.exchange(api_call("Echo", "{}")).status, 200);
    EXPECT_TRUE(quiet.is_closed());
    EXPECT_EQ(server.load().figures().displaced_connections, 1U);
    EXPECT_EQ(server.load().figures().refused_connections, 0U);
}

TEST(ServerLimits, ClosedConnectionsMakeRoom) {
    ServerOptions options = test_options();
    options.threads = 1;
    options.load.connections = 1;
    RunningServer server(nullptr, options);
    for (int i = 0; i < 20; ++i) {
        HttpClient client(server.port());
        const std::string call = api_call("Echo", "{}", "Connection: close\r\n");
        EXPECT_EQ(client.exchange(call).status, 200) << i;
        EXPECT_TRUE(client.is_closed());
        for (int wait = 0; server.load().figures().connections != 0 && wait < 1'000; ++wait) {
            std::this_thread::yield();
        }
    }
}

TEST(ServerLimits, RequestBeyondTheBytesInFlightIsRefused) {
    ServerOptions options = test_options();
    options.load.bytes_in_flight = 4 * kMb;
    RunningServer server(nullptr, options);
    HttpClient first(server.port());
    first.send(body_head(4 * kMb));
    first.send(std::string(3 * kMb, 'x'));
    HttpClient second(server.port());
    second.send(body_head(4 * kMb));
    second.send(std::string(3 * kMb, 'x'));
    // One of the two arrived first.
    const auto refused = [&server] { return server.load().figures().refused_transfers; };
    HttpClient waiting(server.port());
    for (int i = 0; refused() == 0 && i < 1'000; ++i) waiting.is_silent_for(5);
    EXPECT_EQ(refused(), 1U);
    EXPECT_LE(server.load().figures().bytes_in_flight, 4 * kMb);
    HttpClient third(server.port());
    EXPECT_EQ(third.exchange(api_call("Echo", "{}")).status, 200);
}

TEST(ServerLimits, BytesInFlightAreReleasedWithTheirConnection) {
    RunningServer server;
    const auto in_flight = [&server] { return server.load().figures().bytes_in_flight; };
    {
        HttpClient client(server.port());
        client.send(body_head(2 * kMb));
        client.send(std::string(kMb, 'x'));
        for (int i = 0; in_flight() < kMb && i < 1'000; ++i) client.is_silent_for(5);
        EXPECT_GE(in_flight(), kMb);
    }
    HttpClient other(server.port());
    for (int i = 0; in_flight() != 0 && i < 1'000; ++i) other.is_silent_for(5);
    EXPECT_EQ(in_flight(), 0U);
    // The same applies to a whole request that was answered.
    const std::string body = R"({"a":")" + std::string(kMb, 'x') + R"("})";
    EXPECT_EQ(other.exchange(api_call("Echo", body)).status, 200);
    EXPECT_EQ(in_flight(), 0U);
}

TEST(ServerLimits, CodingsOfBodiesThatAreNotKnownAreRefused) {
    RunningServer server;
    for (const std::string coding :
         {"gzip", "identity", "gzip, chunked", "xchunked", "chunked, x"}) {
        HttpClient client(server.port());
        client.send(api_call("Echo", "", "Transfer-Encoding: " + coding + "\r\n"));
        client.send("GET /health HTTP/1.1\r\nHost: smuggled\r\n\r\n");
        EXPECT_EQ(client.read_reply().status, 400) << coding;
        EXPECT_TRUE(client.is_closed()) << coding;
    }
}

}  // namespace
}  // namespace stator::emulator::server
