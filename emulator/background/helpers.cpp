#include "emulator/background/helpers.hpp"

#include <algorithm>
#include <boost/asio/post.hpp>
#include <thread>
#include <utility>

namespace stator::emulator::background {
namespace {

// A long call must not keep a short one waiting, even on a small machine.
constexpr unsigned kFewest = 4;

}  // namespace

Helpers::~Helpers() {
    if (threads_ != nullptr) threads_->join();
}

void Helpers::add(std::function<void()> work) {
    std::call_once(begun_, [this] {
        const unsigned count = std::max(kFewest, std::thread::hardware_concurrency());
        threads_ = std::make_unique<boost::asio::thread_pool>(count);
    });
    boost::asio::post(*threads_, std::move(work));
}

}  // namespace stator::emulator::background
