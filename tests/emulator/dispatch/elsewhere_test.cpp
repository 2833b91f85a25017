// Long requests to a server of one thread, which serves other connections in the meantime.
#include <gtest/gtest.h>

#include <future>
#include <memory>

#include "tests/emulator/support/http_client.hpp"
#include "tests/emulator/support/running_server.hpp"

namespace stator::emulator::dispatch {
namespace {

using testing::api_call;
using testing::fake_world;
using testing::HttpClient;
using testing::RunningServer;

server::ServerOptions one_thread() {
    server::ServerOptions options = testing::test_options();
    options.threads = 1;
    return options;
}

// A request of the operation Change that is under way until release().
class ElsewhereTest : public ::testing::Test {
protected:
    ElsewhereTest() : release_(released_.get_future().share()), server_(nullptr, one_thread()) {
        fake_world.entered = &entered_;
        fake_world.release = &release_;
        client_ = std::make_unique<HttpClient>(server_.port());
        client_->send(api_call("Change", R"({"a":1})"));
        entered_.get_future().wait();
    }

    std::promise<void> entered_;
    std::promise<void> released_;
    std::shared_future<void> release_;
    RunningServer server_;
    std::unique_ptr<HttpClient> client_;
};

TEST_F(ElsewhereTest, OtherConnectionsAreServed) {
    for (int i = 0; i < 3; ++i) {
        HttpClient other(server_.port());
        EXPECT_EQ(other.exchange(api_call("Echo", R"({"b":2})")).body, R"({"b":2})");
    }
    released_.set_value();
    EXPECT_EQ(client_->read_reply().body, R"({"a":1})");
    EXPECT_EQ(client_->exchange(api_call("Echo", "{}")).status, 200);
}

TEST_F(ElsewhereTest, ItsConnectionAnswersInOrder) {
    client_->send(api_call("Echo", R"({"c":3})"));
    EXPECT_TRUE(client_->is_silent_for(5));
    released_.set_value();
    EXPECT_EQ(client_->read_reply().body, R"({"a":1})");
    EXPECT_EQ(client_->read_reply().body, R"({"c":3})");
}

TEST_F(ElsewhereTest, AStopWaitsForIt) {
    server_.begin_stop();
    released_.set_value();
    const auto reply = client_->read_reply();
    EXPECT_EQ(reply.body, R"({"a":1})");
    EXPECT_EQ(reply.header("connection"), "close");
    server_.stop();
}

TEST_F(ElsewhereTest, AClientThatLeavesDoesNoHarm) {
    client_.reset();
    HttpClient other(server_.port());
    EXPECT_EQ(other.exchange(api_call("Echo", "{}")).status, 200);
    released_.set_value();
    EXPECT_EQ(other.exchange(api_call("Echo", "{}")).status, 200);
}

}  // namespace
}  // namespace stator::emulator::dispatch
