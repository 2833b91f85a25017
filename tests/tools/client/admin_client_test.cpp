#include "tools/client/admin_client.hpp"

#include <gtest/gtest.h>

#include <iostream>
#include <sstream>

#include "tests/emulator/support/running_server.hpp"
#include "tests/support/scripted_server.hpp"
#include "tools/ctl/application.hpp"
#include "transport/http_message.hpp"

namespace stator::tools::client {
namespace {

using testing::json_reply;
using testing::RunningServer;
using testing::ScriptedRequest;
using testing::ScriptedServer;

// A server that sends these bytes in reply to every request.
ScriptedServer::Script always(std::string reply) {
    return [reply = std::move(reply)](const ScriptedRequest&) { return reply; };
}

const AdminCommand kGet{"GET", "/_stator/v1/clock"};

std::string sentence_of(const std::string& endpoint) {
    const auto answered = AdminClient(endpoint).send(kGet);
    const auto* sentence = std::get_if<std::string>(&answered);
    return sentence ? *sentence : "answered";
}

TEST(AdminClient, SendsTheCommandAndReadsTheAnswer) {
    ScriptedRequest got;
    std::string url;
    std::variant<transport::HttpReply, std::string> answered;
    {
        const ScriptedServer server([&got](const ScriptedRequest& request) {
            got = request;
            return json_reply(201, R"({"a":1})");
        });
        url = server.url();
        answered = AdminClient(url + "/").send({"POST", "/_stator/v1/universes?x=1", "{\"b\":2}"});
    }
    ASSERT_TRUE(std::holds_alternative<transport::HttpReply>(answered))
        << std::get<std::string>(answered);
    const auto& reply = std::get<transport::HttpReply>(answered);
    EXPECT_EQ(reply.status, 201);
    EXPECT_EQ(reply.body, R"({"a":1})");
    EXPECT_TRUE(got.head.starts_with("POST /_stator/v1/universes?x=1 HTTP/1.1\r\n")) << got.head;
    const std::string host = "\r\nHost: " + url.substr(7) + "\r\n";
    EXPECT_NE(got.head.find(host), std::string::npos) << got.head;
    EXPECT_NE(got.head.find("\r\nContent-Type: application/json\r\n"), std::string::npos);
    EXPECT_EQ(got.body, "{\"b\":2}");
}

TEST(AdminClient, SendsTheToken) {
    std::string head;
    {
        const ScriptedServer server([&head](const ScriptedRequest& request) {
            head = request.head;
            return json_reply(200, "{}");
        });
        std::ostringstream out;
        std::ostringstream err;
        EXPECT_EQ(
            ctl::run_ctl(
                {"clock", "show", "--admin-token", "secret"}, server.url(), std::cin, out, err
            ),
            0
        );
    }
    EXPECT_NE(head.find("\r\nX-Stator-Admin-Token: secret\r\n"), std::string::npos) << head;
}

TEST(AdminClient, ReportsErrorsOfTls) {
    const RunningServer plain;
    const std::string sentence = sentence_of("https://127.0.0.1:" + std::to_string(plain.port()));
    EXPECT_NE(sentence.find("there is no TLS with https://"), std::string::npos) << sentence;
    EXPECT_NE(sentence.find("AWS_CA_BUNDLE"), std::string::npos) << sentence;
    EXPECT_NE(sentence_of("https://127.0.0.1:1").find("no server answers"), std::string::npos);
}

TEST(AdminClient, ReportsErrorsOfTheServer) {
    for (const char* reply :
         {"SSH-2.0-OpenSSH\r\n",
          "HTTP/1.1 200 OK\r\n",
          "HTTP/1.1 2000 OK\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"}) {
        ScriptedServer server(always(reply));
        const std::string sentence = sentence_of(server.url());
        EXPECT_NE(sentence.find("without a whole HTTP answer"), std::string::npos) << reply;
    }
    ScriptedServer closes([](const ScriptedRequest&) { return std::nullopt; });
    EXPECT_NE(sentence_of(closes.url()).find("no server answers"), std::string::npos);
}

TEST(AdminClient, GivesUpOnASilentServer) {
    ScriptedServer silent(always(""));
    const auto answered = AdminClient(silent.url(), std::chrono::milliseconds(20)).send(kGet);
    ASSERT_TRUE(std::holds_alternative<std::string>(answered));
    EXPECT_NE(std::get<std::string>(answered).find("does not answer"), std::string::npos);
}

TEST(AdminClient, RejectsInvalidEndpoints) {
    for (const char* endpoint :
         {"",
          "localhost:8000",
          "http://",
          "http://:80",
          "http://h:port",
          "http://h:70000",
          "http://h:1/path",
          "http://user@h:1",
          "http://h\r\nX: y"}) {
        const std::string sentence = sentence_of(endpoint);
        EXPECT_NE(sentence.find("is not the URL of a server"), std::string::npos) << endpoint;
    }
}

TEST(Ctl, PrintsTheAnswerIndented) {
    ScriptedServer server(always(json_reply(200, R"({"a":[],"b":[1,{"c":"\"{,:"}],"d":{}})")));
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(ctl::run_ctl({"clock", "show"}, server.url(), std::cin, out, err), 0);
    EXPECT_EQ(out.str(), R"({
  "a": [],
  "b": [
    1,
    {
      "c": "\"{,:"
    }
  ],
  "d": {}
}
)");
    EXPECT_EQ(err.str(), "");
}

TEST(Ctl, PrintsOtherTextUnchanged) {
    RunningServer server;
    std::ostringstream out;
    std::ostringstream err;
    const std::string endpoint = "http://localhost:" + std::to_string(server.port());
    EXPECT_EQ(
        ctl::run_ctl({"--endpoint", endpoint, "get", "/health"}, "http://h:1", std::cin, out, err),
        0
    );
    EXPECT_EQ(out.str(), "healthy: " + endpoint.substr(7) + " \n");
}

TEST(Ctl, PrintsTheServersError) {
    ScriptedServer server(always(json_reply(409, R"({"message":"It is \"there\"."})")));
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(ctl::run_ctl({"universe", "list"}, server.url(), std::cin, out, err), 1);
    EXPECT_EQ(out.str(), "");
    EXPECT_EQ(err.str(), "stator ctl: It is \"there\".\n");
}

TEST(Ctl, FailsWhenAnAssertionDoes) {
    ScriptedServer server(always(json_reply(
        200,
        R"({"passed":false,"results":[{"name":"n","passed":true,"sentence":"Good."},)"
        R"({"name":"m","passed":false,"sentence":"Bad."}]})"
    )));
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(ctl::run_ctl({"assert", "{}"}, server.url(), std::cin, out, err), 1);
    EXPECT_NE(out.str().find("\"Good.\""), std::string::npos);
    EXPECT_EQ(err.str(), "stator ctl: Bad.\n");
}

// Like diff(1): 0 if equal, 1 if different, 2 if a comparison was not possible.
TEST(Ctl, ComparesWithTheExitStatusOfDiff) {
    const auto code = [](std::string reply) {
        ScriptedServer server(always(std::move(reply)));
        std::ostringstream out;
        std::ostringstream err;
        return ctl::run_ctl({"diff", "table:A", "table:B"}, server.url(), std::cin, out, err);
    };
    EXPECT_EQ(code(json_reply(200, R"({"equal":true,"tables":[]})")), 0);
    EXPECT_EQ(code(json_reply(200, R"({"equal":false,"tables":[]})")), 1);
    EXPECT_EQ(code("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"), 0);
    EXPECT_EQ(code("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n+\n"), 1);
    EXPECT_EQ(code(json_reply(404, R"({"message":"there is no table 'A'."})")), 2);
}

TEST(Ctl, ReportsAServerThatIsNotStator) {
    RunningServer server;
    std::ostringstream out;
    std::ostringstream err;
    const std::string endpoint = "http://127.0.0.1:" + std::to_string(server.port());
    EXPECT_EQ(ctl::run_ctl({"get", "/nowhere"}, endpoint, std::cin, out, err), 1);
    EXPECT_NE(err.str().find("answered 404"), std::string::npos) << err.str();
}

TEST(Ctl, KnowsWrongUsageFromHelp) {
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(ctl::run_ctl({"clock"}, "http://h:1", std::cin, out, err), 2);
    EXPECT_EQ(out.str(), "");
    EXPECT_NE(err.str().find("--help"), std::string::npos);
    EXPECT_EQ(ctl::run_ctl({"clock", "--help"}, "http://h:1", std::cin, out, err), 0);
    EXPECT_NE(out.str().find("advance"), std::string::npos);
}

}  // namespace
}  // namespace stator::tools::client
