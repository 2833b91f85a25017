#include "emulator/server/lifeline.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <csignal>

#include "tests/emulator/support/http_client.hpp"
#include "tests/emulator/support/running_server.hpp"

namespace stator::emulator::server {
namespace {

// A pipe. Each of its ends is closed at most once.
class Pipe {
public:
    Pipe() {
        if (::pipe(ends_.data()) != 0) throw std::runtime_error("no pipe");
    }

    ~Pipe() {
        ::close(ends_[0]);
        end();
    }

    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;

    int reading() const { return ends_[0]; }

    void write(std::string_view text) const {
        ASSERT_EQ(::write(ends_[1], text.data(), text.size()), std::ssize(text));
    }

    void end() {
        if (ends_[1] >= 0) ::close(std::exchange(ends_[1], -1));
    }

private:
    std::array<int, 2> ends_{};
};

TEST(Lifeline, EndsWhenTheOtherEndIsClosed) {
    asio::io_context context(1);
    Pipe pipe;
    bool has_ended = false;
    Lifeline lifeline(context, pipe.reading());
    lifeline.watch([&] { has_ended = true; });
    pipe.write("what comes does not matter");
    context.run_one();
    EXPECT_FALSE(has_ended);
    pipe.end();
    context.run();
    EXPECT_TRUE(has_ended);
}

TEST(Lifeline, DoesNothingAfterItIsCancelled) {
    asio::io_context context(1);
    Pipe pipe;
    bool has_ended = false;
    Lifeline lifeline(context, pipe.reading());
    lifeline.watch([&] { has_ended = true; });
    lifeline.cancel();
    pipe.end();
    context.run();
    EXPECT_FALSE(has_ended);
}

TEST(Lifeline, EndsImmediatelyIfItIsClosed) {
    asio::io_context context(1);
    const int nobody = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
    bool has_ended = false;
    Lifeline lifeline(context, nobody);
    ::close(nobody);
    lifeline.watch([&] { has_ended = true; });
    context.run();
    EXPECT_TRUE(has_ended);
}

TEST(Lifeline, StopsTheServer) {
    Pipe pipe;
    auto options = testing::test_options();
    options.lifeline = pipe.reading();
    testing::RunningServer server(nullptr, options);
    testing::HttpClient client(server.port());
    EXPECT_EQ(client.exchange("GET / HTTP/1.1\r\nHost: h\r\n\r\n").status, 200);
    pipe.end();
    EXPECT_TRUE(client.is_closed());
}

// The wait for signals, which a process also has, must not keep the server running.
TEST(Lifeline, StopsAServerThatListensForSignals) {
    Pipe pipe;
    auto options = testing::test_options();
    options.stops_on_signals = true;
    options.lifeline = pipe.reading();
    testing::RunningServer server(nullptr, options);
    pipe.end();
    server.wait();
    std::signal(SIGTERM, SIG_DFL);
    std::signal(SIGINT, SIG_DFL);
}

}  // namespace
}  // namespace stator::emulator::server
