// Ports of universes, with the program itself.
#include "emulator/server/universe_listeners.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/http_client.hpp"
#include "tests/emulator/support/ipv6_loopback.hpp"
#include "tests/histories/stator_process.hpp"
#include "tests/support/text_matches.hpp"
#include "transport/byte_stream.hpp"

namespace stator::emulator::server {
namespace {

using testing::HttpClient;

class UniverseListenersTest : public ::testing::Test {
protected:
    // The body; preceded by the status if that is not 200.
    static std::string text(const testing::HttpReply& reply) {
        return reply.status == 200 ? reply.body : std::to_string(reply.status) + " " + reply.body;
    }

    std::string admin(
        const std::string& method, const std::string& path, const std::string& body = ""
    ) {
        HttpClient client(process_.port());
        return text(client.exchange(
            method + " /_stator/v1/" + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " +
            std::to_string(body.size()) + "\r\n\r\n" + body
        ));
    }

    std::uint16_t listen(const std::string& universe) {
        const auto ports = testing::all_matches(
            admin("POST", "universes/" + universe + "/listen"), R"re("port":([0-9]+))re"
        );
        return ports.empty() ? std::uint16_t{0}
                             : static_cast<std::uint16_t>(std::stoul(ports.front()));
    }

    static std::string tables(HttpClient& client, std::string_view headers = "") {
        return text(client.exchange(testing::api_call("ListTables", "{}", headers)));
    }

    static bool is_open(std::uint16_t port) {
        try {
            HttpClient client(port);
            return tables(client) != "0 ";
        } catch (const transport::TransportError&) {
            return false;
        }
    }

    testing::StatorProcess process_{{"--threads", "2"}};
};

constexpr std::string_view kTable =
    R"({"TableName":"tab","BillingMode":"PAY_PER_REQUEST",)"
    R"("KeySchema":[{"AttributeName":"pk","KeyType":"HASH"}],)"
    R"("AttributeDefinitions":[{"AttributeName":"pk","AttributeType":"S"}]})";

TEST_F(UniverseListenersTest, EveryRequestAtAUniversesPortBelongsToIt) {
    admin("POST", "universes", R"({"name":"one"})");
    const std::uint16_t port = listen("one");
    ASSERT_NE(port, 0);
    HttpClient client(port);
    client.exchange(testing::api_call("CreateTable", kTable));
    EXPECT_EQ(tables(client), R"({"TableNames":["tab"]})");
    EXPECT_EQ(tables(client, "x-stator-universe: other\r\n"), R"({"TableNames":["tab"]})");
    HttpClient usual(process_.port());
    EXPECT_EQ(tables(usual), R"({"TableNames":[]})");
    EXPECT_EQ(tables(usual, "x-stator-universe: one\r\n"), R"({"TableNames":["tab"]})");
    // Calls of the admin API at that port are also about that universe.
    const std::string advance =
        "POST /_stator/v1/clock/advance HTTP/1.1\r\nHost: localhost\r\nContent-Length: 12\r\n\r\n"
        R"({"by":"48h"})";
    EXPECT_NE(text(client.exchange(advance)).find(R"("mode":"shifted")"), std::string::npos);
    EXPECT_NE(admin("GET", "clock").find(R"("mode":"follow")"), std::string::npos);
}

TEST_F(UniverseListenersTest, AUniversesPortAlsoListensOnIpv6) {
    if (!testing::has_ipv6_loopback()) GTEST_SKIP() << "this machine has no ::1";
    admin("POST", "universes", R"({"name":"one"})");
    const std::uint16_t port = listen("one");
    HttpClient by_ipv6(port, "::1");
    EXPECT_EQ(by_ipv6.exchange(testing::api_call("CreateTable", kTable)).status, 200);
    HttpClient client(port);
    EXPECT_EQ(tables(client), R"({"TableNames":["tab"]})");
    admin("DELETE", "universes/one/listen");
    EXPECT_THROW(HttpClient(port, "::1"), transport::TransportError);
}

TEST_F(UniverseListenersTest, APortIsShownAndClosedByACallOrWithItsUniverse) {
    admin("POST", "universes", R"({"name":"one"})");
    const std::uint16_t port = listen("one");
    EXPECT_EQ(listen("one"), port) << "one is enough";
    const std::string ports = R"("ports":[)" + std::to_string(port) + "]";
    EXPECT_NE(admin("GET", "universes/one").find(ports), std::string::npos);
    EXPECT_EQ(admin("DELETE", "universes/one/listen"), R"({"universe":"one","closed":1})");
    EXPECT_FALSE(is_open(port));
    EXPECT_TRUE(admin("DELETE", "universes/one/listen").starts_with("404 "));
    EXPECT_EQ(admin("GET", "universes/one").find("ports"), std::string::npos);
    const std::string again = R"({"port":)" + std::to_string(port) + "}";
    EXPECT_NE(admin("POST", "universes/one/listen", again).find(R"("port":)"), std::string::npos);
    HttpClient client(port);
    EXPECT_EQ(tables(client), R"({"TableNames":[]})");
    admin("DELETE", "universes/one");
    EXPECT_FALSE(is_open(port));
    client.send(testing::api_call("ListTables", "{}"));
    EXPECT_EQ(client.read_reply().status, 0) << "an old connection must not make it anew";
    EXPECT_TRUE(admin("GET", "universes/one").starts_with("404 "));
}

TEST_F(UniverseListenersTest, InvalidRequestsAreRejected) {
    const std::string taken = R"({"port":)" + std::to_string(process_.port()) + "}";
    EXPECT_TRUE(admin("POST", "universes/none/listen").starts_with("404 "));
    const std::string answer = admin("POST", "universes/default/listen", taken);
    EXPECT_TRUE(answer.starts_with("409 ")) << answer;
    EXPECT_NE(answer.find("is in use by "), std::string::npos);
    EXPECT_TRUE(admin("POST", "universes/default/listen", R"({"port":65536})").starts_with("400 "));
}

}  // namespace
}  // namespace stator::emulator::server
