// LongWork: a thread for work that takes longer than a request may, for example an export. It runs
// one piece after another. Thread-safe.
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

    // Queues a piece of work. The thread starts with the first one. After stop(), work is ignored.
    void add(std::function<void()> work);

    // Waits for the current piece, and discards the others.
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
