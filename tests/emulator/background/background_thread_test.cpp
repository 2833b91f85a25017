#include "emulator/background/background_thread.hpp"

#include <gtest/gtest.h>

#include <condition_variable>
#include <mutex>

namespace stator::emulator::background {
namespace {

using Ending = BackgroundThread::Ending;
using SteadyTime = BackgroundThread::SteadyTime;

// Counts turns; a test waits for them.
class Turns {
public:
    std::optional<SteadyTime> take(std::optional<SteadyTime> next = std::nullopt) {
        const std::lock_guard lock(mutex_);
        ++count_;
        changed_.notify_all();
        return next;
    }

    bool await(int count) {
        std::unique_lock lock(mutex_);
        return changed_.wait_for(lock, std::chrono::seconds(20), [&] { return count_ >= count; });
    }

    int count() {
        const std::lock_guard lock(mutex_);
        return count_;
    }

private:
    std::mutex mutex_;
    std::condition_variable changed_;
    int count_ = 0;
};

TEST(BackgroundThread, BeginsWithTheFirstWaking) {
    Turns turns;
    BackgroundThread thread([&] { return turns.take(); }, Ending::AfterATurn);
    thread.stop();
    EXPECT_TRUE(thread.is_stopped());
    EXPECT_EQ(turns.count(), 0);
    thread.wake();
    thread.stop();
    EXPECT_EQ(turns.count(), 0);
}

TEST(BackgroundThread, ATurnForEachWaking) {
    Turns turns;
    BackgroundThread thread([&] { return turns.take(); }, Ending::AtOnce);
    for (int count = 1; count <= 100; ++count) {
        thread.wake();
        ASSERT_TRUE(turns.await(count));
    }
    thread.stop();
}

TEST(BackgroundThread, ATurnReturnsTheTimeOfTheNext) {
    Turns turns;
    BackgroundThread thread(
        [&] { return turns.take(std::chrono::steady_clock::now()); }, Ending::AtOnce
    );
    thread.wake();
    EXPECT_TRUE(turns.await(50));
    thread.stop();
}

TEST(BackgroundThread, EndsImmediatelyOrAfterATurn) {
    for (const Ending ending : {Ending::AtOnce, Ending::AfterATurn}) {
        Turns turns;
        BackgroundThread thread([&] { return turns.take(); }, ending);
        thread.wake();
        ASSERT_TRUE(turns.await(1));
        thread.stop();
        EXPECT_EQ(turns.count(), ending == Ending::AtOnce ? 1 : 2);
    }
}

}  // namespace
}  // namespace stator::emulator::background
