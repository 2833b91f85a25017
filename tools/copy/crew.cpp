#include "tools/copy/crew.hpp"

#include <algorithm>
#include <optional>
#include <thread>
#include <vector>

namespace stator::tools::copy {
namespace {

constexpr std::chrono::milliseconds kTick{200};

// State that the threads of one piece of work share.
struct Shared {
    std::mutex mutex;
    std::condition_variable changed;
    std::size_t next_job = 0;
    std::size_t running = 0;
    std::optional<emulator::Refusal> failure;
};

void work_off(
    Shared& shared, std::size_t worker, std::size_t jobs, Pause& pause, const Work& work
) {
    for (;;) {
        Job job{worker, 0};
        {
            const std::lock_guard lock(shared.mutex);
            if (shared.next_job == jobs || shared.failure) break;
            job.number = shared.next_job++;
        }
        const auto done = work(job);
        if (done.has_value()) continue;
        const std::lock_guard lock(shared.mutex);
        if (!shared.failure) shared.failure = done.error();
        pause.stop();
        break;
    }
    const std::lock_guard lock(shared.mutex);
    --shared.running;
    shared.changed.notify_all();
}

}  // namespace

void Pause::wait(std::chrono::milliseconds delay) {
    std::unique_lock lock(mutex_);
    stopped_.wait_for(lock, delay, [this] { return is_stopped_; });
}

void Pause::stop() {
    const std::lock_guard lock(mutex_);
    is_stopped_ = true;
    stopped_.notify_all();
}

bool Pause::is_stopped() const {
    const std::lock_guard lock(mutex_);
    return is_stopped_;
}

emulator::Accepted<void> run_jobs(
    std::size_t workers,
    std::size_t jobs,
    Pause& pause,
    const Work& work,
    const std::function<void()>& tick
) {
    Shared shared;
    shared.running = std::min(workers, jobs);
    std::vector<std::jthread> threads;
    for (std::size_t worker = 0; worker < std::min(workers, jobs); ++worker) {
        threads.emplace_back([&, worker] { work_off(shared, worker, jobs, pause, work); });
    }
    std::unique_lock lock(shared.mutex);
    while (!shared.changed.wait_for(lock, kTick, [&] { return shared.running == 0; })) {
        lock.unlock();
        tick();
        lock.lock();
    }
    if (shared.failure) return *shared.failure;
    return {};
}

}  // namespace stator::tools::copy
