#include "emulator/background/background_thread.hpp"

namespace stator::emulator::background {

void BackgroundThread::wake() {
    const std::lock_guard lock(mutex_);
    if (is_woken_ || is_stopped_) return;
    is_woken_ = true;
    if (!thread_.joinable()) {
        thread_ = std::thread([this] { run(); });
    } else {
        changed_.notify_one();
    }
}

void BackgroundThread::stop() {
    {
        const std::lock_guard lock(mutex_);
        is_stopped_ = true;
        changed_.notify_one();
    }
    if (thread_.joinable()) thread_.join();
}

bool BackgroundThread::is_stopped() const {
    const std::lock_guard lock(mutex_);
    return is_stopped_;
}

void BackgroundThread::run() {
    std::unique_lock lock(mutex_);
    for (bool is_last = false; !is_last;) {
        is_last = is_stopped_;
        if (is_last && ending_ == Ending::AtOnce) return;
        is_woken_ = false;
        lock.unlock();
        const auto next = turn_();
        lock.lock();
        const auto is_woken = [this] { return is_woken_ || is_stopped_; };
        if (next) {
            changed_.wait_until(lock, *next, is_woken);
        } else {
            changed_.wait(lock, is_woken);
        }
    }
}

}  // namespace stator::emulator::background
