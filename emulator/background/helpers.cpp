#include "emulator/background/helpers.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <chrono>
#include <thread>
#include <utility>

namespace stator::emulator::background {
namespace {

// A long call must not keep a short one waiting, even on a small machine.
constexpr unsigned kFewest = 4;

// A thread that waits for a lock needs about this long to wake up and take it.
constexpr std::chrono::microseconds kPause{100};

}  // namespace

boost::asio::thread_pool& Helpers::threads() {
    std::call_once(begun_, [this] {
        const unsigned count = std::max(kFewest, std::thread::hardware_concurrency());
        threads_ = std::make_unique<boost::asio::thread_pool>(count);
    });
    return *threads_;
}

void Helpers::add(std::function<void()> work) {
    boost::asio::post(threads(), std::move(work));
}

void Helpers::add_steps(std::function<bool()> step) {
    add([this, taken = std::move(step)] {
        while (taken()) pause();
    });
}

// An Asio timer would cost the process three descriptors.
void Helpers::pause() {
    std::unique_lock lock(mutex_);
    stopping_.wait_for(lock, kPause, [this] { return is_stopping_; });
}

void Helpers::stop() {
    {
        const std::lock_guard lock(mutex_);
        is_stopping_ = true;
    }
    stopping_.notify_all();
    if (threads_ != nullptr) threads_->join();
}

}  // namespace stator::emulator::background
