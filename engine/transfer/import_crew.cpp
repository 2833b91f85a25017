#include "engine/transfer/import_crew.hpp"

#include <algorithm>

#include "engine/base/linux_calls.hpp"
#include "engine/storage/image_memory.hpp"

namespace stator::engine::transfer {

ImportCrew::ImportCrew(std::size_t threads, Put put, Tell tell)
    : put_(std::move(put)), tell_(std::move(tell)) {
    for (std::size_t i = 1; i < threads; ++i) threads_.emplace_back([this] { run(); });
}

ImportCrew::~ImportCrew() {
    {
        MutexLock lock(mutex_);
        ends_ = true;
    }
    changed_.notify_all();
    for (std::thread& thread : threads_) thread.join();
}

ImportCrew::Job* ImportCrew::next_job() {
    const auto free = std::ranges::find(jobs_, false, &Job::is_taken);
    if (free == jobs_.end()) return nullptr;
    free->is_taken = true;
    return &*free;
}

void ImportCrew::work_on(Job& job) {
    const storage::ManyImages many;
    try {
        job.outcome = put_(job.batch);
    } catch (...) {
        job.failure = std::current_exception();
    }
    {
        MutexLock lock(mutex_);
        job.is_done = true;
    }
    changed_.notify_all();
}

void ImportCrew::run() {
    lower_priority_of_this_thread();
    for (;;) {
        Job* job = nullptr;
        {
            MutexLock lock(mutex_);
            while (!ends_ && (job = next_job()) == nullptr) changed_.wait(mutex_);
        }
        if (job == nullptr) return;
        work_on(*job);
    }
}

bool ImportCrew::help() {
    Job* job = nullptr;
    {
        MutexLock lock(mutex_);
        job = next_job();
    }
    if (job == nullptr) return false;
    work_on(*job);
    return true;
}

// Reports the completed jobs at the front of the queue.
void ImportCrew::tell_done() {
    for (;;) {
        BatchOutcome outcome;
        {
            MutexLock lock(mutex_);
            if (jobs_.empty() || !jobs_.front().is_done) return;
            if (jobs_.front().failure != nullptr) std::rethrow_exception(jobs_.front().failure);
            outcome = std::move(jobs_.front().outcome);
            spare_.push_back(std::move(jobs_.front().batch));
            jobs_.pop_front();
        }
        tell_(outcome);
    }
}

RecordBatch ImportCrew::empty_batch(std::int64_t first_index) {
    if (spare_.empty()) return RecordBatch(first_index);
    RecordBatch batch = std::move(spare_.back());
    spare_.pop_back();
    batch.begin_anew(first_index);
    return batch;
}

void ImportCrew::hand_over(RecordBatch batch) {
    constexpr std::size_t kBatchesOfEach = 2;
    std::size_t waiting = 0;
    {
        MutexLock lock(mutex_);
        jobs_.emplace_back(std::move(batch));
        waiting = jobs_.size();
    }
    changed_.notify_all();
    if (waiting > kBatchesOfEach * threads_.size()) help();
    tell_done();
}

void ImportCrew::finish() {
    while (help()) continue;
    {
        MutexLock lock(mutex_);
        while (!std::ranges::all_of(jobs_, &Job::is_done)) changed_.wait(mutex_);
    }
    tell_done();
}

}  // namespace stator::engine::transfer
