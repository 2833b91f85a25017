// SqliteJournal: the Journal of a data file. flush() appends everything queued to the change log
// (group commit), which makes it durable. A thread folds the log into the data file when it has
// grown long, and on close.
//
// When the disk refuses, the batches stay, in order, and the thread tries again every
// kJournalRetryDelay and on close. Until then their tickets are `failed` and the journal is not
// healthy; no batch is dropped while the journal lives. append() never waits for the disk, so the
// queue is not bounded here; callers that can wait look at queued_bytes(). A data file that refuses
// the log does no harm: the log just keeps growing.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/mutex.hpp"
#include "engine/persistence/change_log.hpp"
#include "engine/persistence/change_writer.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/persistence/sqlite.hpp"

namespace stator::engine::persistence {

inline constexpr std::chrono::milliseconds kJournalRetryDelay{500};

class SqliteJournal final : public Journal {
public:
    struct Options {
        std::string directory;
        // Every flush is synced to the disk. That takes time, so the thread does it.
        bool is_forced = false;
        // The log is folded into the data file when it reaches this many bytes.
        std::uint64_t log_bytes = 32u << 20;
    };

    // Starts the thread, which has sole use of the connection until close() has returned. `log` may
    // be empty; it is called by one thread at a time.
    SqliteJournal(SqliteConnection& connection, Options options, JournalLog log);
    ~SqliteJournal() override;

    JournalTicket append(ChangeBatch batch) override;
    void begin_change() override;
    void end_change() override;
    void flush() override;

    void leave_flushing_to_callers() override { leaves_flushing_ = true; }

    JournalTicket last_ticket() const override;
    bool is_healthy() const override;
    JournalProgress progress() const override;
    void on_progress(std::function<void(JournalProgress)> callback) override;
    std::size_t queued_bytes() const override;
    bool close() override;

    // The number of successful appends to the log so far. Thread-safe.
    std::uint64_t group_commits() const { return group_commits_; }

private:
    void run();
    bool wait_for_work();
    bool has_work() const STATOR_REQUIRES(mutex_);
    bool flushes_batches() const STATOR_REQUIRES(mutex_);
    std::size_t whole_batches() const STATOR_REQUIRES(mutex_);
    void write_queue();
    void collect() STATOR_REQUIRES(flush_mutex_);
    bool try_append() STATOR_REQUIRES(flush_mutex_);
    void report_health(bool healthy, const std::string& reason) STATOR_REQUIRES(flush_mutex_);
    void advance(bool written) STATOR_REQUIRES(flush_mutex_);
    void fold();

    // For the sealed file, which only the thread uses; the other file grows meanwhile.
    ChangeLog& sealed_log() STATOR_NO_ANALYSIS { return change_log_; }

    SqliteConnection& connection_;
    const Options options_;
    ChangeWriter writer_;
    const JournalLog log_;
    std::atomic<bool> leaves_flushing_ = false;

    mutable Mutex mutex_;
    std::condition_variable_any wake_;
    std::vector<ChangeBatch> queue_ STATOR_GUARDED_BY(mutex_);
    // Begun and not ended; what they append begins there in the queue.
    std::size_t open_changes_ STATOR_GUARDED_BY(mutex_) = 0;
    std::size_t change_begins_ STATOR_GUARDED_BY(mutex_) = 0;
    JournalTicket last_ticket_ STATOR_GUARDED_BY(mutex_);
    JournalProgress progress_ STATOR_GUARDED_BY(mutex_);
    bool is_closing_ STATOR_GUARDED_BY(mutex_) = false;

    bool wants_folding_ STATOR_GUARDED_BY(mutex_) = false;

    // One flush at a time; locked before mutex_.
    Mutex flush_mutex_;
    ChangeLog change_log_ STATOR_GUARDED_BY(flush_mutex_);
    std::function<void(JournalProgress)> callback_ STATOR_GUARDED_BY(flush_mutex_);
    // Taken from the queue and not yet in the log.
    std::vector<ChangeBatch> pending_ STATOR_GUARDED_BY(flush_mutex_);
    JournalTicket pending_last_ticket_ STATOR_GUARDED_BY(flush_mutex_);

    bool folds_ = true;  // of the thread: the last attempt to fold succeeded
    std::atomic<bool> is_healthy_ = true;
    std::atomic<bool> has_queued_ = false;
    std::atomic<std::size_t> queued_bytes_ = 0;
    std::atomic<std::uint64_t> group_commits_ = 0;
    Mutex close_mutex_;  // one close at a time; locked before the others
    std::thread thread_;
};

}  // namespace stator::engine::persistence
