#include "emulator/server/listener.hpp"

#include <gtest/gtest.h>

#include "tests/emulator/support/ipv6_loopback.hpp"

namespace stator::emulator::server {
namespace {

using asio::ip::tcp;

class ListenerTest : public ::testing::Test {
protected:
    // The error; "" if there is none.
    std::string open(Listener& listener, const std::string& host, std::uint16_t port) {
        return open_listener(listener, context_, {host, port, "--port"}).value_or("");
    }

    bool reaches(const char* address, std::uint16_t port) {
        tcp::socket socket(context_);
        http::ErrorCode error;
        socket.connect({asio::ip::make_address(address), port}, error);
        return !error;
    }

    asio::io_context context_;
};

TEST_F(ListenerTest, AStarIsEveryAddress) {
    Listener listener(context_, http::Door::Main);
    ASSERT_EQ(open(listener, "*", 0), "");
    EXPECT_TRUE(reaches("127.0.0.1", listener.port()));
    if (listener.acceptor.local_endpoint().address().is_v6()) {
        EXPECT_TRUE(reaches("::1", listener.port()));
    }
}

// Node.js 17 to 19 resolve "localhost" only to ::1.
TEST_F(ListenerTest, ListeningAtTheLoopbackOfIpv4AlsoListensAtThatOfIpv6) {
    if (!testing::has_ipv6_loopback()) GTEST_SKIP() << "this machine has no ::1";
    Listener listener(context_, http::Door::Admin);
    listener.universe = std::make_shared<UniverseDoor>("other");
    ASSERT_EQ(open(listener, "127.0.0.1", 0), "");
    ASSERT_NE(listener.ipv6_loopback, nullptr);
    EXPECT_EQ(listener.ipv6_loopback->port(), listener.port());
    EXPECT_EQ(listener.ipv6_loopback->door, http::Door::Admin);
    EXPECT_EQ(listener.ipv6_loopback->universe, listener.universe);
    EXPECT_TRUE(reaches("127.0.0.1", listener.port()));
    EXPECT_TRUE(reaches("::1", listener.port()));
    const std::uint16_t port = listener.port();
    listener.close();
    EXPECT_FALSE(reaches("127.0.0.1", port));
    EXPECT_FALSE(reaches("::1", port));
}

TEST_F(ListenerTest, OtherAddressesStandAlone) {
    for (const char* host : {"127.0.0.2", "*"}) {
        Listener listener(context_, http::Door::Main);
        ASSERT_EQ(open(listener, host, 0), "");
        EXPECT_EQ(listener.ipv6_loopback, nullptr) << host;
    }
}

// For example, another development server that was started before.
TEST_F(ListenerTest, WarnsIfAnotherProcessHasThePortAtTheLoopbackOfIpv6) {
    if (!testing::has_ipv6_loopback()) GTEST_SKIP() << "this machine has no ::1";
    Listener there(context_, http::Door::Main);
    ASSERT_EQ(open(there, "::1", 0), "");
    Listener listener(context_, http::Door::Main);
    ::testing::internal::CaptureStderr();
    EXPECT_EQ(open(listener, "127.0.0.1", there.port()), "");
    const std::string log = ::testing::internal::GetCapturedStderr();
    const std::string sentence = "port " + std::to_string(there.port()) +
                                 " of ::1 is in use: clients that take localhost for ::1 do not "
                                 "reach this Stator; give them 127.0.0.1.";
    EXPECT_NE(log.find(sentence), std::string::npos) << log;
    EXPECT_EQ(listener.ipv6_loopback, nullptr);
    EXPECT_TRUE(reaches("127.0.0.1", there.port()));
}

TEST_F(ListenerTest, NamesTheProcessThatHasThePort) {
    Listener first(context_, http::Door::Main);
    ASSERT_EQ(open(first, "127.0.0.1", 0), "");
    const std::string port = std::to_string(first.port());
    for (const char* host : {"127.0.0.1", "*"}) {
        Listener second(context_, http::Door::Main);
        const std::string place = host[0] == '*' ? port : port + " of 127.0.0.1";
        EXPECT_EQ(
            open(second, host, first.port()),
            "port " + place +
                " is in use by this Stator itself: choose another with --port N, or let --port 0 "
                "take any that is free."
        );
    }
}

TEST_F(ListenerTest, RefusesAnAddressOfAnotherMachine) {
    Listener listener(context_, http::Door::Main);
    const std::string sentence = open(listener, "192.0.2.1", 0);
    EXPECT_NE(sentence.find("choose an address of this machine with --host"), std::string::npos);
}

}  // namespace
}  // namespace stator::emulator::server
