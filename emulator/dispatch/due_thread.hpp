// DueThread: the thread that runs the engine's due work, at its due time or when a request has
// found it.
#pragma once

#include <chrono>

#include "emulator/background/background_thread.hpp"
#include "emulator/dispatch/dispatcher.hpp"

namespace stator::emulator::dispatch {

class DueThread {
public:
    // Starts the thread. Call stop() before the dispatcher is destroyed.
    explicit DueThread(Dispatcher& dispatcher) : dispatcher_(dispatcher) {
        dispatcher_.on_due_work([this] { thread_.wake(); });
        thread_.wake();
    }

    DueThread(const DueThread&) = delete;
    DueThread& operator=(const DueThread&) = delete;

    // Waits for the current work. After that, requests run the due work that they find.
    void stop() {
        dispatcher_.ignore_due_work();
        thread_.stop();
    }

private:
    Dispatcher& dispatcher_;
    background::BackgroundThread thread_{
        [this] { return std::chrono::steady_clock::now() + dispatcher_.run_due(); },
        background::BackgroundThread::Ending::AtOnce};
};

}  // namespace stator::emulator::dispatch
