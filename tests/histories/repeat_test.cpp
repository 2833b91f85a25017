// The same requests have byte-identical answers after a reset with a seed and a time: in two
// universes of a process, regardless of other activity there, in other processes, with any number
// of threads.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <memory>
#include <optional>

#include "tests/histories/raw_client.hpp"
#include "tests/histories/replay_program.hpp"
#include "tests/histories/stator_process.hpp"

namespace stator::testing {
namespace {

constexpr std::size_t kRepeatedSteps = 2'000;

std::string post(const std::string& target, const std::string& body, const char* method = "POST") {
    return std::string(method) + " " + target + " HTTP/1.1\r\nHost: localhost\r\nContent-Type: " +
           "application/json\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

// The program in one universe, over two connections in turn.
class Run {
public:
    Run(std::uint16_t port, const std::string& universe)
        : controls_("/u/" + universe + "/_stator/v1/"),
          program_("/u/" + universe),
          clients_{RawClient(port), RawClient(port)} {
        set(controls_ + "consistency",
            R"({"mode":"lagged","lag":{"uniform":[0,200]},"indexLag":{"exponential":100}})");
        set(controls_ + "consistency/rules",
            R"({"rules":[{"index":"all","mode":"monotonic-per-connection","lag":{"fixed":50}}]})");
        set(controls_ + "throughput", R"({"throttle":"aws","heat":true})");
        set(controls_ + "faults", R"({"preset":{"name":"adversarial"}})");
    }

    // Sets everything that a chaos level sets, replacing the settings above.
    void turn_hostile() { set(controls_ + "hostile", R"({"level":"rough"})"); }

    // The request, and the part of its reply that must repeat.
    std::pair<std::string, std::string> step() {
        std::string request = program_.next();
        std::string reply = clients_[steps_++ % clients_.size()].exchange(request);
        program_.note_reply(reply);
        return {std::move(request), program_.repeatable_part(std::move(reply))};
    }

private:
    void set(const std::string& target, const std::string& body) {
        const std::string reply = clients_[0].exchange(post(target, body, "PUT"));
        ASSERT_TRUE(reply.starts_with("HTTP/1.1 200")) << target << ": " << reply;
    }

    const std::string controls_;
    ReplayProgram program_;
    std::array<RawClient, 2> clients_;
    std::size_t steps_ = 0;
};

// A process with two universes in the same initial state: one is new, the other was used before.
class Process {
public:
    explicit Process(const std::string& threads)
        : process_({"--threads", threads, "--table-delay-ms", "500"}), admin_(process_.port()) {
        const std::string beginning = R"("seed":7,"at":"2025-06-15T15:06:40Z"})";
        noise_ = std::make_unique<Run>(process_.port(), "default");
        send("/_stator/v1/universes", R"({"name":"two"})");
        Run before(process_.port(), "two");
        for (int i = 0; i < 300; ++i) before.step();
        send("/_stator/v1/universes/two/reset", "{" + beginning);
        send("/_stator/v1/universes", R"({"name":"one",)" + beginning);
        runs_.push_back(std::make_unique<Run>(process_.port(), "one"));
        runs_.push_back(std::make_unique<Run>(process_.port(), "two"));
    }

    std::vector<std::unique_ptr<Run>>& runs() { return runs_; }

    // A request that must not affect the runs.
    void disturb() { noise_->step(); }

private:
    void send(const std::string& target, const std::string& body) {
        const std::string reply = admin_.exchange(post(target, body));
        ASSERT_TRUE(reply.starts_with("HTTP/1.1 200")) << target << ": " << reply;
    }

    StatorProcess process_;
    RawClient admin_;
    std::unique_ptr<Run> noise_;
    std::vector<std::unique_ptr<Run>> runs_;
};

TEST(Repeat, GivesTheSameBytesInUniversesProcessesAndThreads) {
    Process one("1");
    Process two("2");
    Process five("5");
    std::size_t errors = 0;
    std::size_t losses = 0;
    for (std::size_t i = 0; i < kRepeatedSteps; ++i) {
        if (i % 3 == 0) two.disturb();
        if (i % 7 == 0) five.disturb();
        if (i == kRepeatedSteps / 2) {
            for (Process* process : {&one, &two, &five}) {
                for (auto& run : process->runs()) run->turn_hostile();
            }
        }
        std::optional<std::string> expected;
        for (Process* process : {&one, &two, &five}) {
            for (auto& run : process->runs()) {
                const auto [request, reply] = run->step();
                if (!expected) expected = reply;
                ASSERT_EQ(reply, *expected) << "step " << i << ": " << request;
            }
        }
        errors += static_cast<std::size_t>(!expected->starts_with("HTTP/1.1 200"));
        losses += static_cast<std::size_t>(expected->empty());
    }
    // Otherwise nothing has been tested.
    EXPECT_GT(errors, kRepeatedSteps / 20);
    EXPECT_GT(losses, 10U);
}

}  // namespace
}  // namespace stator::testing
