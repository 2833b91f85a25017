#include "emulator/server/tls/connection.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/server/tls/tls_client.hpp"

namespace stator::emulator::server::tls {
namespace {

using testing::TlsClient;

const std::string kHttp11List = "\x08http/1.1";
const std::string kHttp2List = "\x02h2";

class TlsConnectionTest : public ::testing::Test {
protected:
    const SelfMade made_ = make_self_made({"devbox", "10.1.2.3"});
    const ServerContext context_{made_};
    Connection server_{context_};
};

TEST_F(TlsConnectionTest, CarriesBytesBothWays) {
    TlsClient client(made_.authority_pem);
    client.pass(server_);
    ASSERT_TRUE(client.is_connected());
    EXPECT_FALSE(server_.is_amid_message());
    client.write("GET / HTTP/1.1\r\n\r\n");
    client.pass(server_);
    EXPECT_EQ(client.arrived(), "GET / HTTP/1.1\r\n\r\n");
    EXPECT_TRUE(server_.write("HTTP/1.1 200 OK\r\n\r\n"));
    client.pass(server_);
    EXPECT_EQ(client.received(), "HTTP/1.1 200 OK\r\n\r\n");
}

TEST_F(TlsConnectionTest, TakesBytesOneByOne) {
    TlsClient client(made_.authority_pem);
    client.pass(server_, 1);
    ASSERT_TRUE(client.is_connected());
    client.write("abc");
    client.pass(server_, 1);
    EXPECT_EQ(client.arrived(), "abc");
}

TEST_F(TlsConnectionTest, CarriesMoreThanARecordHolds) {
    TlsClient client(made_.authority_pem);
    client.pass(server_);
    const std::string large(3'000'000, 'x');
    client.write(large);
    client.pass(server_);
    EXPECT_EQ(client.arrived(), large);
    EXPECT_TRUE(server_.write(large));
    client.pass(server_);
    EXPECT_EQ(client.received(), large);
}

TEST_F(TlsConnectionTest, DetectsAnIncompleteMessage) {
    EXPECT_TRUE(server_.is_amid_message()) << "nobody has said anything yet";
    TlsClient client(made_.authority_pem);
    client.pass(server_);
    EXPECT_FALSE(server_.is_amid_message());
    // The first bytes of a record of 100 bytes.
    server_.arrived(std::string_view(
        "\x17\x03\x03\x00\x64"
        "abc",
        8
    ));
    std::array<char, 16> plain{};
    EXPECT_EQ(server_.read(plain).state, Connection::State::Starved);
    EXPECT_TRUE(server_.is_amid_message());
}

TEST_F(TlsConnectionTest, ChoosesHttp11OrNothing) {
    TlsClient client(made_.authority_pem, "localhost", kHttp2List + kHttp11List);
    client.pass(server_);
    EXPECT_TRUE(client.is_connected());
    EXPECT_EQ(client.protocol(), "http/1.1");

    Connection other(context_);
    TlsClient wants_http2(made_.authority_pem, "localhost", kHttp2List);
    wants_http2.pass(other);
    EXPECT_FALSE(wants_http2.is_connected());
    EXPECT_EQ(wants_http2.state(), Connection::State::Ended);
}

TEST_F(TlsConnectionTest, IsForItsNamesAndNoOthers) {
    for (const char* name : {"localhost", "127.0.0.1", "::1", "devbox", "10.1.2.3"}) {
        Connection server(context_);
        TlsClient client(made_.authority_pem, name);
        client.pass(server);
        EXPECT_TRUE(client.is_connected()) << name;
    }
    for (const char* name : {"example.com", "127.0.0.2", "localhost.example.com"}) {
        Connection server(context_);
        TlsClient client(made_.authority_pem, name);
        client.pass(server);
        EXPECT_FALSE(client.is_connected()) << name;
    }
}

TEST_F(TlsConnectionTest, AnotherStartIsNotTrusted) {
    TlsClient client(make_self_made({}).authority_pem);
    client.pass(server_);
    EXPECT_FALSE(client.is_connected());
    EXPECT_NE(client.verdict(), X509_V_OK);
}

TEST_F(TlsConnectionTest, NonsenseEndsIt) {
    server_.arrived(std::string_view("\x16\x03\x01\x00\x05hello and so on", 20));
    std::array<char, 16> plain{};
    EXPECT_EQ(server_.read(plain).state, Connection::State::Ended);
    EXPECT_FALSE(server_.write("x"));
    // The alert that contains the reason.
    EXPECT_EQ(server_.outgoing().substr(0, 1), "\x15");
}

TEST_F(TlsConnectionTest, TheEndIsSentToTheClient) {
    TlsClient client(made_.authority_pem);
    client.pass(server_);
    client.end();
    client.pass(server_);
    EXPECT_EQ(client.state(), Connection::State::Ended);
    server_.end();
    EXPECT_FALSE(server_.outgoing().empty());
}

TEST_F(TlsConnectionTest, NothingIsSentBeforeTheHandshake) {
    server_.end();
    EXPECT_TRUE(server_.outgoing().empty());
}

}  // namespace
}  // namespace stator::emulator::server::tls
