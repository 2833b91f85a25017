// Helpers: a few threads for work that would keep a connection's thread too long. They begin with
// the first piece of work. Thread-safe.
#pragma once

#include <boost/asio/thread_pool.hpp>
#include <functional>
#include <memory>
#include <mutex>

namespace stator::emulator::background {

class Helpers {
public:
    Helpers() = default;

    // Waits until all work is done.
    ~Helpers();

    Helpers(const Helpers&) = delete;
    Helpers& operator=(const Helpers&) = delete;

    // Does not wait for the work. The work must not throw; it waits if all threads are busy.
    void add(std::function<void()> work);

private:
    std::once_flag begun_;
    std::unique_ptr<boost::asio::thread_pool> threads_;
};

}  // namespace stator::emulator::background
