#include "emulator/integrations/triggers/function_caller.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <condition_variable>
#include <latch>
#include <mutex>

#include "tests/support/scripted_server.hpp"

namespace stator::emulator::integrations::triggers {
namespace {

constexpr std::chrono::seconds kCallPatience{20};

// A function that answers only after a given number of calls of it are in progress.
class Gathering {
public:
    explicit Gathering(int calls) : calls_(calls) {}

    // Returns whether these calls arrived.
    bool join() {
        std::unique_lock lock(mutex_);
        ++here_;
        changed_.notify_all();
        return changed_.wait_for(lock, kCallPatience, [this] { return here_ >= calls_; });
    }

private:
    const int calls_;
    std::mutex mutex_;
    std::condition_variable changed_;
    int here_ = 0;
};

TEST(FunctionCaller, CallsOverlapEvenIfOneFollowsAnotherImmediately) {
    constexpr int kCalls = 16;
    for (int round = 0; round < 20; ++round) {
        Gathering gathering(kCalls);
        std::atomic<int> waited_in_vain{0};
        const testing::ScriptedServer server([&](const testing::ScriptedRequest& request) {
            if (request.body != "alone" && !gathering.join()) ++waited_in_vain;
            return testing::json_reply(200, "{}");
        });
        FunctionCaller caller;
        const auto call = [&](const std::string& body, std::latch& answered) {
            caller.call(
                {.url = server.url() + "/f", .body = body, .timeout = 2 * kCallPatience},
                [&answered](auto) { answered.count_down(); }
            );
        };
        // An idle thread takes one of the calls that follow, not all of them.
        std::latch first(1);
        call("alone", first);
        first.wait();
        std::latch all(kCalls);
        for (int number = 0; number < kCalls; ++number) call("together", all);
        all.wait();
        ASSERT_EQ(waited_in_vain, 0) << "round " << round;
    }
}

}  // namespace
}  // namespace stator::emulator::integrations::triggers
