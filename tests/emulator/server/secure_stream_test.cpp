#include "emulator/server/secure_stream.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <chrono>

#include "emulator/server/tls/self_made.hpp"
#include "tests/emulator/support/http_client.hpp"
#include "tests/emulator/support/running_server.hpp"
#include "tests/support/temporary_directory.hpp"
#include "transport/reply_reader.hpp"
#include "transport/tls_stream.hpp"

namespace stator::emulator::server {
namespace {

using testing::api_call;

constexpr std::chrono::seconds kPatience{20};

// A server with TLS, and clients that trust it.
class SecureServerTest : public ::testing::Test {
protected:
    SecureServerTest() { testing::write_file(ca_, made_.authority_pem); }

    static ServerOptions options_with(const tls::ServerContext& context) {
        ServerOptions options = testing::test_options();
        options.tls = &context;
        return options;
    }

    transport::Endpoint endpoint() const {
        return {true, "localhost", std::to_string(server_.port())};
    }

    std::unique_ptr<transport::ByteStream> connect() {
        const auto deadline = std::chrono::steady_clock::now() + kPatience;
        return transport::connector({.ca_file = ca_})(endpoint(), deadline);
    }

    transport::HttpReply exchange(
        transport::ByteStream& stream, std::string_view bytes, std::size_t piece = 1 << 24
    ) {
        const auto deadline = std::chrono::steady_clock::now() + kPatience;
        for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
            stream.write(bytes.substr(0, piece), deadline);
        }
        return transport::read_reply(stream, false, deadline).reply;
    }

    testing::TemporaryDirectory directory_;
    const std::string ca_ = directory_.path() + "/ca.pem";
    const tls::SelfMade made_ = tls::make_self_made({});
    const tls::ServerContext context_{made_};
    testing::RunningServer server_{nullptr, options_with(context_)};
};

TEST_F(SecureServerTest, AnswersOverOneConnection) {
    const auto stream = connect();
    for (int i = 0; i < 5; ++i) {
        const std::string body = R"({"i":)" + std::to_string(i) + "}";
        const auto reply = exchange(*stream, api_call("Echo", body));
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.body, body);
    }
}

TEST_F(SecureServerTest, SpeaksHttpAtTheSamePort) {
    testing::HttpClient plain(server_.port());
    EXPECT_EQ(plain.exchange(api_call("Echo", R"({"a":1})")).body, R"({"a":1})");
    EXPECT_EQ(exchange(*connect(), api_call("Echo", R"({"a":2})")).body, R"({"a":2})");
    EXPECT_EQ(plain.exchange(api_call("Echo", R"({"a":3})")).body, R"({"a":3})");
}

TEST_F(SecureServerTest, TakesLargeBodiesBothWays) {
    const auto stream = connect();
    for (const std::size_t size : {16'383U, 16'384U, 65'536U, 4'000'000U}) {
        const std::string body = R"({"a":")" + std::string(size, 'x') + R"("})";
        const auto reply = exchange(*stream, api_call("Echo", body));
        EXPECT_EQ(reply.status, 200);
        EXPECT_EQ(reply.body, body);
    }
}

TEST_F(SecureServerTest, ReadsByteByByte) {
    EXPECT_EQ(exchange(*connect(), api_call("Echo", R"({"a":1})"), 1).body, R"({"a":1})");
}

TEST_F(SecureServerTest, AnswersPipelinedRequestsInOrder) {
    const auto stream = connect();
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    std::string requests;
    for (int i = 0; i < 50; ++i) requests += api_call("Echo", R"({"i":)" + std::to_string(i) + "}");
    stream->write(requests, deadline);
    transport::ReplyReader reader(*stream);
    for (int i = 0; i < 50; ++i) {
        EXPECT_EQ(reader.read(false, deadline).reply.body, R"({"i":)" + std::to_string(i) + "}");
    }
}

TEST_F(SecureServerTest, ContinuesWhenExpected) {
    const auto stream = connect();
    const auto deadline = std::chrono::steady_clock::now() + kPatience;
    transport::ReplyReader reader(*stream);
    const std::string call = api_call("Echo", R"({"a":1})", "Expect: 100-continue\r\n");
    stream->write(std::string_view(call).substr(0, call.size() - 7), deadline);
    EXPECT_EQ(reader.read(false, deadline).reply.status, 100);
    stream->write(R"({"a":1})", deadline);
    EXPECT_EQ(reader.read(false, deadline).reply.body, R"({"a":1})");
}

TEST_F(SecureServerTest, RejectsInvalidRequests) {
    EXPECT_EQ(exchange(*connect(), "nonsense\r\n\r\n").status, 400);
}

TEST_F(SecureServerTest, ClosesOnRequest) {
    const auto stream = connect();
    EXPECT_EQ(exchange(*stream, api_call("Echo", "{}", "Connection: close\r\n")).status, 200);
    std::array<char, 16> rest{};
    EXPECT_EQ(stream->read_some(rest, std::chrono::steady_clock::now() + kPatience), 0U);
}

TEST_F(SecureServerTest, SurvivesClientsThatConnectAndSendNothing) {
    testing::HttpClient silent(server_.port());
    testing::HttpClient nonsense(server_.port());
    nonsense.send(std::string_view("\x16\x03\x01\x00\x05hello", 10));
    EXPECT_NE(nonsense.read_reply().status, 200);
    EXPECT_EQ(exchange(*connect(), api_call("Echo", "{}")).status, 200);
}

}  // namespace
}  // namespace stator::emulator::server
