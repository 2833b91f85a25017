#include "emulator/ctl/client.hpp"

#include <gtest/gtest.h>

#include <boost/asio/read_until.hpp>
#include <boost/asio/write.hpp>
#include <sstream>
#include <thread>

#include "emulator/ctl/application.hpp"
#include "emulator/http/network.hpp"
#include "tests/emulator/support/running_server.hpp"

namespace stator::testing {
namespace asio = boost::asio;

namespace {

using asio::ip::tcp;

// Takes one connection, reads what `ends_with` ends, sends `reply` and closes.
class ScriptedServer {
public:
    ScriptedServer(std::string reply, std::string ends_with = "\r\n\r\n")
        : reply_(std::move(reply)),
          ends_with_(std::move(ends_with)),
          thread_([this] { serve(); }) {}

    ~ScriptedServer() { thread_.join(); }

    ScriptedServer(const ScriptedServer&) = delete;
    ScriptedServer& operator=(const ScriptedServer&) = delete;

    std::string endpoint() const {
        return "http://127.0.0.1:" + std::to_string(acceptor_.local_endpoint().port());
    }

    // What came, once the client has its answer.
    const std::string& request() const { return request_; }

private:
    void serve() {
        tcp::socket socket = acceptor_.accept();
        asio::read_until(socket, asio::dynamic_buffer(request_), ends_with_);
        emulator::http::ErrorCode ignored;
        asio::write(socket, asio::buffer(reply_), ignored);
    }

    asio::io_context context_;
    tcp::acceptor acceptor_{context_, tcp::endpoint(asio::ip::address_v4::loopback(), 0)};
    std::string reply_;
    std::string ends_with_;
    std::string request_;
    std::thread thread_;
};

std::string json_reply(std::string_view status, std::string_view body) {
    std::string reply("HTTP/1.1 ");
    reply.append(status).append("\r\ncontent-type:application/json\r\nContent-Length: ");
    return reply.append(std::to_string(body.size())).append("\r\n\r\n").append(body);
}

const emulator::ctl::AdminCommand kGet{"GET", "/_stator/v1/clock"};

std::string sentence_of(const std::string& endpoint) {
    const auto answered = emulator::ctl::AdminClient(endpoint).send(kGet);
    const auto* sentence = std::get_if<std::string>(&answered);
    return sentence ? *sentence : "answered";
}

TEST(AdminClient, SendsTheCommandAndReadsTheAnswer) {
    ScriptedServer server(json_reply("201 Created", R"({"a":1})"), "{\"b\":2}");
    const auto answered = emulator::ctl::AdminClient(server.endpoint() + "/")
                              .send({"POST", "/_stator/v1/universes?x=1", "{\"b\":2}"});
    ASSERT_TRUE(std::holds_alternative<emulator::ctl::AdminReply>(answered))
        << std::get<std::string>(answered);
    const emulator::ctl::AdminReply& reply = std::get<emulator::ctl::AdminReply>(answered);
    EXPECT_EQ(reply.status, 201);
    EXPECT_EQ(reply.content_type, "application/json");
    EXPECT_EQ(reply.body, R"({"a":1})");
    const std::string& request = server.request();
    EXPECT_TRUE(request.starts_with("POST /_stator/v1/universes?x=1 HTTP/1.1\r\n")) << request;
    const std::string host = "\r\nHost: " + server.endpoint().substr(7) + "\r\n";
    EXPECT_NE(request.find(host), std::string::npos) << request;
    EXPECT_NE(request.find("\r\nContent-Length: 7\r\n"), std::string::npos) << request;
}

TEST(AdminClient, SaysWhatTheServerDidWrong) {
    for (const char* reply :
         {"SSH-2.0-OpenSSH\r\n",
          "HTTP/1.1 200 OK\r\n",
          "HTTP/1.1 2000 OK\r\n\r\n",
          "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf"}) {
        ScriptedServer server(reply);
        const std::string sentence = sentence_of(server.endpoint());
        EXPECT_NE(sentence.find("without a whole HTTP answer"), std::string::npos) << reply;
    }
    ScriptedServer closes("");
    EXPECT_NE(sentence_of(closes.endpoint()).find("no server answers"), std::string::npos);
}

TEST(AdminClient, GivesUpOnASilentServer) {
    asio::io_context context;
    const tcp::acceptor silent(context, tcp::endpoint(asio::ip::address_v4::loopback(), 0));
    const std::string endpoint =
        "http://127.0.0.1:" + std::to_string(silent.local_endpoint().port());
    const auto answered =
        emulator::ctl::AdminClient(endpoint, std::chrono::milliseconds(20)).send(kGet);
    ASSERT_TRUE(std::holds_alternative<std::string>(answered));
    EXPECT_NE(std::get<std::string>(answered).find("does not answer"), std::string::npos);
}

TEST(AdminClient, RefusesWhatIsNoEndpoint) {
    for (const char* endpoint :
         {"",
          "localhost:8000",
          "https://localhost",
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
    ScriptedServer server(json_reply("200 OK", R"({"a":[],"b":[1,{"c":"\"{,:"}],"d":{}})"));
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(emulator::ctl::run_ctl({"clock", "show"}, server.endpoint(), out, err), 0);
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

TEST(Ctl, PrintsOtherTextAsItIs) {
    RunningServer server;
    std::ostringstream out;
    std::ostringstream err;
    const std::string endpoint = "http://localhost:" + std::to_string(server.port());
    EXPECT_EQ(
        emulator::ctl::run_ctl({"--endpoint", endpoint, "get", "/health"}, "http://h:1", out, err),
        0
    );
    EXPECT_EQ(out.str(), "healthy: " + endpoint.substr(7) + " \n");
}

TEST(Ctl, TellsTheServersRefusal) {
    ScriptedServer server(json_reply("409 Conflict", R"({"message":"It is \"there\"."})"));
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(emulator::ctl::run_ctl({"universe", "list"}, server.endpoint(), out, err), 1);
    EXPECT_EQ(out.str(), "");
    EXPECT_EQ(err.str(), "stator ctl: It is \"there\".\n");
}

TEST(Ctl, FailsWhenAnAssertionDoes) {
    ScriptedServer server(json_reply(
        "200 OK",
        R"({"passed":false,"results":[{"name":"n","passed":true,"sentence":"Good."},)"
        R"({"name":"m","passed":false,"sentence":"Bad."}]})"
    ));
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(emulator::ctl::run_ctl({"assert", "{}"}, server.endpoint(), out, err), 1);
    EXPECT_NE(out.str().find("\"Good.\""), std::string::npos);
    EXPECT_EQ(err.str(), "stator ctl: Bad.\n");
}

TEST(Ctl, SaysThatWhatAnswersIsNoStator) {
    RunningServer server;
    std::ostringstream out;
    std::ostringstream err;
    const std::string endpoint = "http://127.0.0.1:" + std::to_string(server.port());
    EXPECT_EQ(emulator::ctl::run_ctl({"get", "/nowhere"}, endpoint, out, err), 1);
    EXPECT_NE(err.str().find("answered 404"), std::string::npos) << err.str();
}

TEST(Ctl, KnowsWrongUsageFromHelp) {
    std::ostringstream out;
    std::ostringstream err;
    EXPECT_EQ(emulator::ctl::run_ctl({"clock"}, "http://h:1", out, err), 2);
    EXPECT_EQ(out.str(), "");
    EXPECT_NE(err.str().find("--help"), std::string::npos);
    EXPECT_EQ(emulator::ctl::run_ctl({"clock", "--help"}, "http://h:1", out, err), 0);
    EXPECT_NE(out.str().find("advance"), std::string::npos);
}

}  // namespace
}  // namespace stator::testing
