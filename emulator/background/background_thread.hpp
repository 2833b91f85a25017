// BackgroundThread: a thread that runs its turn when it is woken or when the time from its last
// turn has come, and sleeps in between. The thread starts with the first wake(). Thread-safe.
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

    // Does the pending work, on the thread. Returns the time of the next turn; nullopt to wait
    // until wake().
    using Turn = std::function<std::optional<SteadyTime>()>;

    // Behaviour of a started thread after stop(): it ends immediately, or runs one more turn.
    enum class Ending : unsigned char { AtOnce, AfterATurn };

    BackgroundThread(Turn turn, Ending ending) : turn_(std::move(turn)), ending_(ending) {}

    ~BackgroundThread() { stop(); }

    BackgroundThread(const BackgroundThread&) = delete;
    BackgroundThread& operator=(const BackgroundThread&) = delete;

    // Cheap if a turn is already requested. Does nothing after stop().
    void wake();

    // Waits for the current turn. Must not be called from a turn.
    void stop();

    // Whether stop() has been called.
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
