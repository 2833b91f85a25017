// ImportCrew: threads that put an import's records, many at a time.
//
// Records are handed over in batches, and what came of them is told in the order of the batches, so
// that a log of errors has an object's order though its records were put in any.
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

// Records of one object that stand after each other.
class RecordBatch {
public:
    explicit RecordBatch(std::int64_t first_index = 0) : first_index_(first_index) {}

    // Makes room for others, in the memory of those that were here.
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

    // The place of the first of them in its object.
    std::int64_t first_index() const { return first_index_; }

    // The place of the record that comes next.
    std::int64_t next_index() const {
        return first_index_ + static_cast<std::int64_t>(ends_.size());
    }

    // Calls `take` with the place in the object and the text of each.
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
    // The place in the object of a record that was refused, and why.
    std::vector<std::pair<std::int64_t, std::string>> errors = {};
};

// One thread hands over and is told; the others are the crew's own.
class ImportCrew {
public:
    using Put = std::function<BatchOutcome(const RecordBatch& batch)>;
    using Tell = std::function<void(const BatchOutcome& outcome)>;

    // `put` is called by `threads` threads at once, the caller's among them; `tell` by the
    // caller's.
    ImportCrew(std::size_t threads, Put put, Tell tell);
    // Waits for what is under way, and forgets the rest.
    ~ImportCrew();
    ImportCrew(const ImportCrew&) = delete;
    ImportCrew& operator=(const ImportCrew&) = delete;

    // An empty batch, in the memory of one that is done if there is any: memory that is new costs
    // more than what is written to it.
    RecordBatch empty_batch(std::int64_t first_index);
    // Takes a batch, and puts one if many wait. Rethrows what `put` threw.
    void hand_over(RecordBatch batch);
    // Returns when all has been put and told. Rethrows likewise.
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
    std::vector<RecordBatch> spare_;  // of batches that are done; the caller's alone
    std::vector<std::thread> threads_;
};

}  // namespace stator::engine::transfer
