#include "emulator/background/helpers.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

namespace stator::emulator::background {
namespace {

TEST(Helpers, WorkRunsOnAnotherThread) {
    Helpers helpers;
    std::promise<std::thread::id> thread;
    helpers.add([&] { thread.set_value(std::this_thread::get_id()); });
    EXPECT_NE(thread.get_future().get(), std::this_thread::get_id());
}

TEST(Helpers, LongWorkKeepsNoOtherWorkWaiting) {
    Helpers helpers;
    std::promise<void> released;
    const std::shared_future<void> release = released.get_future().share();
    for (int i = 0; i < 3; ++i) helpers.add([release] { release.wait(); });
    std::promise<void> done;
    helpers.add([&] { done.set_value(); });
    done.get_future().wait();
    released.set_value();
}

TEST(Helpers, AStopWaitsForAllWork) {
    std::atomic<int> done = 0;
    Helpers helpers;
    for (int i = 0; i < 100; ++i) helpers.add([&] { ++done; });
    helpers.stop();
    EXPECT_EQ(done, 100);
    helpers.add([&] { ++done; });
    helpers.stop();
    EXPECT_EQ(done, 100);
}

TEST(Helpers, AStepIsRepeatedUntilItReturnsFalse) {
    int calls = 0;
    Helpers helpers;
    helpers.add_steps([&] { return ++calls < 5; });
    helpers.stop();
    EXPECT_EQ(calls, 5);
}

TEST(Helpers, WithoutWorkThereIsNothingToWaitFor) {
    const Helpers helpers;
}

}  // namespace
}  // namespace stator::emulator::background
