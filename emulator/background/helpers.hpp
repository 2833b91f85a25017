// Helpers: a few threads for work that would occupy a connection's thread for too long. They start
// with the first piece of work. Thread-safe.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>

namespace stator::emulator::background {

class Helpers {
public:
    Helpers() = default;

    ~Helpers() { stop(); }

    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    // Does not wait for the work, which is queued if all threads are busy. The work must not throw.
    void add(std::function<void()> work);

    // Adds work in steps: `step` is called until it returns false, with pauses in between.
    void add_steps(std::function<bool()> step);

    // Waits until all work is done. Work that is added later is ignored.
    void stop();

private:
    boost::asio::thread_pool& threads();
    void pause();

    std::mutex mutex_;
    std::condition_variable stopping_;
    bool is_stopping_ = false;
    std::once_flag begun_;
    std::unique_ptr<boost::asio::thread_pool> threads_;
};

}  // namespace stator::emulator::background
