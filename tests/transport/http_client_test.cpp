#include "transport/http_client.hpp"

#include <gtest/gtest.h>

#include <atomic>

#include "tests/support/scripted_server.hpp"

namespace stator::transport {
namespace {

using std::chrono::milliseconds;
using testing::ScriptedRequest;
using testing::ScriptedServer;

Endpoint endpoint_of(const ScriptedServer& server) {
    return {false, "127.0.0.1", std::to_string(server.port())};
}

std::string error_of(HttpClient& client) {
    try {
        client.send({});
        return "";
    } catch (const TransportError& error) {
        return error.what();
    }
}

TEST(HttpClient, KeepsItsConnection) {
    const ScriptedServer server([](const ScriptedRequest&) {
        return testing::json_reply(200, "{}");
    });
    HttpClient client(endpoint_of(server), milliseconds(5'000));
    for (int i = 0; i < 3; ++i) EXPECT_EQ(client.send({}).body, "{}");
    EXPECT_EQ(server.connection_count(), 1);
}

TEST(HttpClient, SurvivesADroppedConnection) {
    std::atomic<int> calls{0};
    const ScriptedServer server([&](const ScriptedRequest&) -> std::optional<std::string> {
        if (++calls == 1) return std::nullopt;
        return testing::json_reply(200, "{}");
    });
    HttpClient client(endpoint_of(server), milliseconds(5'000));
    EXPECT_EQ(error_of(client), "the connection was closed without a reply");
    EXPECT_EQ(error_of(client), "");
}

TEST(HttpClient, GivesUpWhenNoReplyComes) {
    const ScriptedServer server([](const ScriptedRequest&) { return std::string(); });
    HttpClient client(endpoint_of(server), milliseconds(50));
    EXPECT_EQ(error_of(client), "no answer in time");
}

TEST(HttpClient, ReportsARefusedConnection) {
    HttpClient client({false, "127.0.0.1", "1"}, milliseconds(5'000));
    EXPECT_EQ(error_of(client), "cannot connect: Connection refused");
}

TEST(HttpClient, LeavesTlsToItsConnect) {
    HttpClient client({true, "127.0.0.1", "1"}, milliseconds(5'000));
    EXPECT_EQ(error_of(client), "https is not spoken here");
}

}  // namespace
}  // namespace stator::transport
