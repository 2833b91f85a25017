// LongWork: a thread for what takes longer than a request may, such as an export. One piece after
// another. Thread-safe.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>

namespace stator::emulator::background {

class LongWork {
public:
    LongWork() = default;
    ~LongWork();
    LongWork(const LongWork&) = delete;
    LongWork& operator=(const LongWork&) = delete;

    // The thread begins with the first one. After stop() nothing is done any more.
    void add(std::function<void()> work);

    // Waits for the piece that is being done, and forgets the others.
    void stop();

private:
    void run();

    std::mutex mutex_;
    std::condition_variable changed_;
    std::deque<std::function<void()>> waiting_;
    bool is_stopped_ = false;
    std::thread thread_;
};

}  // namespace stator::emulator::background
