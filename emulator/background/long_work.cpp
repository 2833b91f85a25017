#include "emulator/background/long_work.hpp"

#include <utility>

#include "engine/base/linux_calls.hpp"

namespace stator::emulator::background {

LongWork::~LongWork() {
    stop();
}

void LongWork::add(std::function<void()> work) {
    const std::lock_guard lock(mutex_);
    if (is_stopped_) return;
    waiting_.push_back(std::move(work));
    if (!thread_.joinable()) thread_ = std::thread([this] { run(); });
    changed_.notify_one();
}

void LongWork::stop() {
    std::deque<std::function<void()>> forgotten;
    {
        const std::lock_guard lock(mutex_);
        is_stopped_ = true;
        forgotten.swap(waiting_);
        changed_.notify_one();
    }
    if (thread_.joinable()) thread_.join();
}

void LongWork::run() {
    engine::lower_priority_of_this_thread();
    std::unique_lock lock(mutex_);
    for (;;) {
        changed_.wait(lock, [this] { return is_stopped_ || !waiting_.empty(); });
        if (is_stopped_) return;
        {
            // Destroyed before the lock is taken again, because it may hold large data.
            const auto work = std::move(waiting_.front());
            waiting_.pop_front();
            lock.unlock();
            work();
        }
        lock.lock();
    }
}

}  // namespace stator::emulator::background
