#include "emulator/background/helpers.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <boost/asio/steady_timer.hpp>
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

// Work in steps, and the pause before the next one.
struct Helpers::Steps {
    std::function<bool()> step;
    boost::asio::steady_timer pause;
};

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
    auto steps = std::make_shared<Steps>(Steps{
        std::move(step), boost::asio::steady_timer(threads().get_executor())});
    add([taken = std::move(steps)] { run(taken); });
}

void Helpers::run(std::shared_ptr<Steps> steps) {
    if (!steps->step()) return;
    steps->pause.expires_after(kPause);
    steps->pause.async_wait([steps](const boost::system::error_code&) { run(steps); });
}

void Helpers::stop() {
    if (threads_ != nullptr) threads_->join();
}

}  // namespace stator::emulator::background
