#include "emulator/server/listener.hpp"

#include <gtest/gtest.h>

namespace stator::emulator::server {
namespace {

using asio::ip::tcp;

class ListenerTest : public ::testing::Test {
protected:
    // What is wrong; "" for nothing.
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

TEST_F(ListenerTest, SaysWhoHasThePort) {
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
