// BackgroundThread: a thread that does its turn when it is woken or when its last turn said so, and
// sleeps in between. It begins with the first wake(). Thread-safe.
#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>

namespace stator::emulator::background {

class BackgroundThread {
public:
    using SteadyTime = std::chrono::steady_clock::time_point;

    // Does what there is to do, on the thread. Returns when to do so again; nothing: once woken.
    using Turn = std::function<std::optional<SteadyTime>()>;

    // What comes after stop(), if the thread has begun: nothing, or one turn more.
    enum class Ending : unsigned char { AtOnce, AfterATurn };

    BackgroundThread(Turn turn, Ending ending) : turn_(std::move(turn)), ending_(ending) {}

    ~BackgroundThread() { stop(); }

    BackgroundThread(const BackgroundThread&) = delete;
    BackgroundThread& operator=(const BackgroundThread&) = delete;

    // Costs little while a turn is due anyhow. Does nothing after stop().
    void wake();

    // Waits for the turn that is under way. Not called by a turn.
    void stop();

    bool is_stopped() const;

private:
    void run();

    const Turn turn_;
    const Ending ending_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    bool is_woken_ = false;
    bool is_stopped_ = false;
    std::thread thread_;
};

}  // namespace stator::emulator::background
