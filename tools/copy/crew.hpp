// Crew: threads that share the jobs of a piece of work, and stop together if one of them fails.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <functional>
#include <mutex>

#include "emulator/base/accepted.hpp"

namespace stator::tools::copy {

// Lets threads wait until a delay has passed or stop() is called. Thread-safe.
class Pause {
public:
    // Returns immediately once stopped.
    void wait(std::chrono::milliseconds delay);
    // Ends all present and future waits.
    void stop();
    bool is_stopped() const;

private:
    mutable std::mutex mutex_;
    std::condition_variable stopped_;
    bool is_stopped_ = false;
};

struct Job {
    std::size_t worker;  // below the number of workers
    std::size_t number;  // below the number of jobs
};

using Work = std::function<emulator::Accepted<void>(Job)>;

// Runs all jobs on `workers` threads. While they run, the caller's thread calls `tick` five times
// per second. Error: that of the first job that failed; the failure also stops `pause`.
emulator::Accepted<void> run_jobs(
    std::size_t workers,
    std::size_t jobs,
    Pause& pause,
    const Work& work,
    const std::function<void()>& tick
);

}  // namespace stator::tools::copy
