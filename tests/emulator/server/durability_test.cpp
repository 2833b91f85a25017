// DurabilityGate, through the server: what a client sees while the disk is slow.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <thread>
#include <vector>

#include "emulator/server/durability_gate.hpp"
#include "tests/emulator/support/http_client.hpp"
#include "tests/emulator/support/running_server.hpp"

namespace stator::emulator::server {
namespace {

using testing::api_call;
using testing::fake_world;
using testing::FakeJournal;
using testing::HttpClient;
using testing::HttpReply;
using testing::RunningServer;

class DurabilityTest : public ::testing::Test {
protected:
    DurabilityTest() {
        fake_world.journal = &journal_;
        server_ = std::make_unique<RunningServer>(&journal_);
    }

    ~DurabilityTest() override {
        journal_.advance({journal_.last_ticket(), 0});
        server_.reset();
        fake_world.journal = nullptr;
    }

    // Returns when the journal has `count` batches.
    void await_tickets(std::uint64_t count) {
        while (journal_.last_ticket().value < count) std::this_thread::yield();
    }

    FakeJournal journal_;
    std::unique_ptr<RunningServer> server_;
};

TEST_F(DurabilityTest, HoldsTheReplyWhileOtherRequestsContinue) {
    std::vector<std::unique_ptr<HttpClient>> writers;
    for (std::uint64_t i = 1; i <= 4; ++i) {  // two on each thread, tickets in this order
        writers.push_back(std::make_unique<HttpClient>(server_->port()));
        writers.back()->send(api_call("Write", R"({"i":)" + std::to_string(i) + "}"));
        await_tickets(i);
    }
    for (int i = 0; i < 2; ++i) {
        HttpClient reader(server_->port());
        EXPECT_EQ(reader.exchange(api_call("Echo", "{}")).status, 200);
    }
    for (const auto& writer : writers) EXPECT_TRUE(writer->is_silent_for(5));
    journal_.advance({2, 0});
    EXPECT_EQ(writers[0]->read_reply().body, R"({"i":1})");
    EXPECT_EQ(writers[1]->read_reply().body, R"({"i":2})");
    EXPECT_TRUE(writers[2]->is_silent_for(5));
    EXPECT_TRUE(writers[3]->is_silent_for(5));
    journal_.advance({4, 0});
    EXPECT_EQ(writers[2]->read_reply().body, R"({"i":3})");
    EXPECT_EQ(writers[3]->read_reply().body, R"({"i":4})");
}

TEST_F(DurabilityTest, AnswersInternalServerErrorWhenTheDiskRefuses) {
    HttpClient lucky(server_->port());
    lucky.send(api_call("Write", R"({"i":1})"));
    await_tickets(1);
    HttpClient unlucky(server_->port());
    unlucky.send(api_call("Write", R"({"i":2})"));
    await_tickets(2);
    journal_.advance({1, 2});
    EXPECT_EQ(lucky.read_reply().status, 200);
    const HttpReply reply = unlucky.read_reply();
    EXPECT_EQ(reply.status, 500);
    EXPECT_NE(reply.body.find("#InternalServerError"), std::string::npos);
    // The connection still works, and so do writes after the disk has recovered.
    unlucky.send(api_call("Write", R"({"i":3})"));
    await_tickets(3);
    journal_.advance({3, 2});
    EXPECT_EQ(unlucky.read_reply().body, R"({"i":3})");
}

TEST_F(DurabilityTest, KeepsPipelinedRepliesInOrder) {
    HttpClient client(server_->port());
    client.send(api_call("Write", R"({"i":1})") + api_call("Echo", R"({"i":2})"));
    await_tickets(1);
    EXPECT_TRUE(client.is_silent_for(5));
    journal_.advance({1, 0});
    EXPECT_EQ(client.read_reply().body, R"({"i":1})");
    EXPECT_EQ(client.read_reply().body, R"({"i":2})");
}

TEST_F(DurabilityTest, StopsOnlyAfterTheWaitingReply) {
    HttpClient client(server_->port());
    client.send(api_call("Write", R"({"i":1})"));
    await_tickets(1);
    server_->begin_stop();
    EXPECT_TRUE(client.is_silent_for(20));
    journal_.advance({1, 0});
    EXPECT_EQ(client.read_reply().body, R"({"i":1})");
    EXPECT_TRUE(client.is_closed());
    server_->stop();
}

TEST_F(DurabilityTest, LosesNoWakeUpUnderLoad) {
    constexpr int kClients = 4;
    constexpr int kWrites = 300;
    std::atomic<bool> done{false};
    std::thread writer([this, &done] {
        engine::JournalTicket durable;
        while (!done) {
            const engine::JournalTicket last = journal_.last_ticket();
            if (last != durable) journal_.advance({durable = last, {}});
            std::this_thread::yield();
        }
    });
    std::vector<std::thread> clients;
    clients.reserve(kClients);
    std::atomic<int> answered{0};
    for (int i = 0; i < kClients; ++i) {
        clients.emplace_back([this, &answered] {
            HttpClient client(server_->port());
            for (int n = 0; n < kWrites; ++n) {
                if (client.exchange(api_call("Write", "{}")).status != 200) return;
                ++answered;
            }
        });
    }
    for (std::thread& client : clients) client.join();
    done = true;
    writer.join();
    EXPECT_EQ(answered, kClients * kWrites);
}

TEST(DurabilityGate, BlocksAThreadUntilTheOutcomeIsKnown) {
    FakeJournal journal;
    boost::asio::io_context context;
    DurabilityGate gate(journal, {&context});
    const auto durable = journal.append({});
    const auto failed = journal.append({});
    std::atomic<int> known = 0;
    std::thread lucky([&] {
        EXPECT_TRUE(gate.block(durable));
        ++known;
    });
    std::thread unlucky([&] {
        EXPECT_FALSE(gate.block(failed));
        ++known;
    });
    EXPECT_EQ(known, 0);
    journal.advance({durable, {}});
    lucky.join();
    EXPECT_EQ(known, 1);
    journal.advance({durable, failed});
    unlucky.join();
}

}  // namespace
}  // namespace stator::emulator::server
