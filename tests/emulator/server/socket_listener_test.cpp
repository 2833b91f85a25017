#include "emulator/server/socket_listener.hpp"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <filesystem>

#include "tests/emulator/support/http_client.hpp"
#include "tests/emulator/support/running_server.hpp"
#include "tests/support/temporary_directory.hpp"

namespace stator::emulator::server {
namespace {

namespace fs = std::filesystem;

// Sends bytes to the socket and returns all bytes that arrive until the other side closes.
std::string ask_at(const std::string& path, std::string_view bytes) {
    const int descriptor = ::socket(AF_UNIX, SOCK_STREAM, 0);
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    path.copy(address.sun_path, sizeof(address.sun_path) - 1);
    const void* const pointer = &address;
    if (::connect(descriptor, static_cast<const sockaddr*>(pointer), sizeof(address)) != 0) {
        ::close(descriptor);
        return "not connected";
    }
    std::string answer;
    if (::send(descriptor, bytes.data(), bytes.size(), MSG_NOSIGNAL) >= 0) {
        char buffer[4096];
        for (ssize_t n = 0; (n = ::recv(descriptor, buffer, sizeof(buffer), 0)) > 0;) {
            answer.append(buffer, static_cast<std::size_t>(n));
        }
    }
    ::close(descriptor);
    return answer;
}

class SocketListenerTest : public ::testing::Test {
protected:
    std::string open(SocketListener& listener) { return listener.open().value_or(""); }

    testing::TemporaryDirectory directory_;
    const std::string path_ = directory_.path() + "/stator.sock";
    asio::io_context context_;
};

TEST_F(SocketListenerTest, IsOnlyForThisUserAndRemovesItselfAtItsEnd) {
    {
        SocketListener listener(context_, path_);
        ASSERT_EQ(open(listener), "");

        struct stat found {};

        ASSERT_EQ(::lstat(path_.c_str(), &found), 0);
        EXPECT_TRUE(S_ISSOCK(found.st_mode));
        EXPECT_EQ(found.st_mode & 0777U, 0600U);
    }
    EXPECT_FALSE(fs::exists(path_));
}

TEST_F(SocketListenerTest, RefusesOneThatIsInUse) {
    SocketListener first(context_, path_);
    ASSERT_EQ(open(first), "");
    SocketListener second(context_, path_);
    EXPECT_EQ(
        open(second),
        "the socket " + path_ +
            " is in use by a running program: stop it, or choose another path with --socket."
    );
    second.close();
    EXPECT_TRUE(fs::exists(path_)) << "it is the first one's";
}

TEST_F(SocketListenerTest, ReplacesThatOfADeadServer) {
    {
        // Bound and closed without being removed, as by kill -9.
        asio::io_context context;
        SocketListener::Acceptor dead(context, asio::local::stream_protocol::endpoint(path_));
    }
    ASSERT_TRUE(fs::exists(path_));
    SocketListener listener(context_, path_);
    EXPECT_EQ(open(listener), "");
}

TEST_F(SocketListenerTest, LeavesOtherFilesUnchanged) {
    testing::write_file(path_, "precious");
    SocketListener listener(context_, path_);
    EXPECT_NE(open(listener).find("is no socket"), std::string::npos);
    EXPECT_EQ(fs::file_size(path_), 8U);

    SocketListener nowhere(context_, directory_.path() + "/none/stator.sock");
    EXPECT_NE(open(nowhere).find("--socket"), std::string::npos);
    SocketListener endless(context_, directory_.path() + "/" + std::string(120, 'x'));
    EXPECT_NE(open(endless).find("longer than 107 bytes"), std::string::npos);
}

TEST_F(SocketListenerTest, DoesNotRemoveAFileThatHasReplacedIt) {
    {
        SocketListener listener(context_, path_);
        ASSERT_EQ(open(listener), "");
        fs::remove(path_);
        testing::write_file(path_, "another");
    }
    EXPECT_TRUE(fs::exists(path_));
}

TEST_F(SocketListenerTest, AServerAnswersThere) {
    ServerOptions options = testing::test_options();
    options.socket_path = path_;
    {
        testing::RunningServer server(nullptr, options);
        const std::string call = testing::api_call("Echo", R"({"a":1})", "Connection: close\r\n");
        const std::string answer = ask_at(path_, call);
        EXPECT_EQ(answer.substr(0, 15), "HTTP/1.1 200 OK") << answer;
        EXPECT_TRUE(answer.ends_with(R"({"a":1})")) << answer;
        testing::HttpClient by_port(server.port());
        EXPECT_EQ(by_port.exchange(testing::api_call("Echo", "{}")).status, 200);
    }
    EXPECT_EQ(ask_at(path_, ""), "not connected");
    EXPECT_FALSE(fs::exists(path_));
}

}  // namespace
}  // namespace stator::emulator::server
