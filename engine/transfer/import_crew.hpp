// ImportCrew: threads that put an import's records in parallel.
//
// Records are handed over in batches. Outcomes are reported in the order of the batches, so that
// the error log follows the order of an object's records, although the records are put in any
// order.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <exception>
#include <functional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "engine/base/mutex.hpp"

namespace stator::engine::transfer {

// Consecutive records of one object.
class RecordBatch {
public:
    explicit RecordBatch(std::int64_t first_index = 0) : first_index_(first_index) {}

    // Clears the batch for other records and keeps its memory.
    void begin_anew(std::int64_t first_index) {
        first_index_ = first_index;
        text_.clear();
        ends_.clear();
    }

    void add(std::string_view record) {
        text_.append(record);
        ends_.push_back(text_.size());
    }

    std::size_t bytes() const { return text_.size(); }

    bool empty() const { return ends_.empty(); }

    // The index of the first record in its object.
    std::int64_t first_index() const { return first_index_; }

    // The index of the record that follows the batch.
    std::int64_t next_index() const {
        return first_index_ + static_cast<std::int64_t>(ends_.size());
    }

    // Calls `take` with the index in the object and the text of each record.
    template <class Take>
    void each(Take take) const {
        std::size_t begin = 0;
        std::int64_t index = first_index_;
        for (const std::size_t end : ends_) {
            take(index++, std::string_view(text_).substr(begin, end - begin));
            begin = end;
        }
    }

private:
    std::int64_t first_index_;
    std::string text_;
    std::vector<std::size_t> ends_;
};

struct BatchOutcome {
    std::int64_t imported = 0;
    // The index of each rejected record in its object, and the reason.
    std::vector<std::pair<std::int64_t, std::string>> errors = {};
};

// One caller's thread hands over batches and receives outcomes; the crew owns the other threads.
class ImportCrew {
public:
    using Put = std::function<BatchOutcome(const RecordBatch& batch)>;
    using Tell = std::function<void(const BatchOutcome& outcome)>;

    // Calls `put` on up to `threads` threads at the same time, including the caller's, and `tell`
    // only on the caller's thread.
    ImportCrew(std::size_t threads, Put put, Tell tell);
    // Waits for running batches, and discards the others.
    ~ImportCrew();
    ImportCrew(const ImportCrew&) = delete;
    ImportCrew& operator=(const ImportCrew&) = delete;

    // Returns an empty batch, which reuses the memory of a finished batch if possible: allocating
    // new memory costs more than filling it.
    RecordBatch empty_batch(std::int64_t first_index);
    // Queues a batch, and puts one on this thread if many are queued. Rethrows exceptions of `put`.
    void hand_over(RecordBatch batch);
    // Waits until all batches have been put and reported. Rethrows exceptions of `put`.
    void finish();

private:
    struct Job {
        explicit Job(RecordBatch records) : batch(std::move(records)) {}

        RecordBatch batch;
        BatchOutcome outcome;
        std::exception_ptr failure;
        bool is_taken = false;
        bool is_done = false;
    };

    void run();
    Job* next_job() STATOR_REQUIRES(mutex_);
    void work_on(Job& job);
    bool help();
    void tell_done();

    const Put put_;
    const Tell tell_;
    Mutex mutex_;
    std::condition_variable_any changed_;
    std::deque<Job> jobs_ STATOR_GUARDED_BY(mutex_);
    bool ends_ STATOR_GUARDED_BY(mutex_) = false;
    std::vector<RecordBatch> spare_;  // of finished batches; used only by the caller's thread
    std::vector<std::thread> threads_;
};

}  // namespace stator::engine::transfer
