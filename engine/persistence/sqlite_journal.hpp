// SqliteJournal: the Journal of a data file. One writer thread takes everything queued and writes
// it in one SQLite transaction (group commit).
//
// When the disk refuses, the batches stay, in order, and the writer tries again every
// kJournalRetryDelay and on close. Until then their tickets are `failed` and the journal is not
// healthy; no batch is ever dropped while the journal lives. append() never waits for the disk, so
// the queue is not bounded here: whoever may wait looks at queued_bytes().
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "engine/mutex.hpp"
#include "engine/persistence/change_writer.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/persistence/sqlite.hpp"

namespace stator::engine {

inline constexpr std::chrono::milliseconds kJournalRetryDelay{500};

class SqliteJournal final : public Journal {
public:
    // Starts the writer thread, which alone uses the connection until close() has returned. `log`
    // may be empty; it is called from the writer thread.
    SqliteJournal(SqliteConnection& connection, JournalLog log);
    ~SqliteJournal() override;

    std::uint64_t append(ChangeBatch batch) override;
    std::uint64_t last_ticket() const override;
    bool is_healthy() const override;
    JournalProgress progress() const override;
    void on_progress(std::function<void(JournalProgress)> callback) override;
    std::size_t queued_bytes() const override;
    bool close() override;

    // Disk transactions that committed so far. Thread-safe.
    std::uint64_t transactions() const { return transactions_; }

private:
    void run();
    bool collect();
    bool try_write();
    void report_health(bool healthy, const std::string& reason);
    void advance(bool written);
    void finish();

    SqliteConnection& connection_;
    ChangeWriter writer_;
    const JournalLog log_;
    std::function<void(JournalProgress)> callback_;  // set before the first append, then constant

    mutable Mutex mutex_;
    std::condition_variable_any wake_;
    std::vector<ChangeBatch> queue_ STATOR_GUARDED_BY(mutex_);
    std::uint64_t last_ticket_ STATOR_GUARDED_BY(mutex_) = 0;
    JournalProgress progress_ STATOR_GUARDED_BY(mutex_);
    bool is_closing_ STATOR_GUARDED_BY(mutex_) = false;

    // What the writer thread has taken from the queue and not yet written.
    std::vector<ChangeBatch> pending_;
    std::uint64_t pending_last_ticket_ = 0;

    std::atomic<bool> is_healthy_ = true;
    std::atomic<std::size_t> queued_bytes_ = 0;
    std::atomic<std::uint64_t> transactions_ = 0;
    Mutex close_mutex_;  // one close at a time; taken before mutex_
    std::thread thread_;
};

}  // namespace stator::engine
