// SqliteJournal: the Journal of a data file. flush() appends everything queued to the change log
// (group commit), which makes it durable. A thread folds the log into the data file when it has
// grown long, and on close.
//
// If the disk refuses a write, the batches stay queued in order, and the thread tries again every
// kJournalRetryDelay and on close. Until then their tickets are `failed` and the journal is not
// healthy. No batch is dropped while the journal exists. If the data file or the log is removed
// from its directory, the journal notices within kFileCheckInterval and behaves in the same way.
// append() never waits for the disk, so the queue is not bounded here; callers that can wait check
// queued_bytes(). If folding into the data file fails, nothing is lost: the log keeps growing.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "engine/base/file_identity.hpp"
#include "engine/base/mutex.hpp"
#include "engine/persistence/change_writer.hpp"
#include "engine/persistence/changes/change_log.hpp"
#include "engine/persistence/journal.hpp"
#include "engine/persistence/sqlite/connection.hpp"

namespace stator::engine::persistence {

inline constexpr std::chrono::milliseconds kJournalRetryDelay{500};
inline constexpr std::chrono::milliseconds kFileCheckInterval{250};

class SqliteJournal final : public Journal {
public:
    struct Options {
        std::string directory;
        // Every flush is synced to the disk. Syncing is slow, so only the journal's thread does it.
        bool is_forced = false;
        // The log is folded into the data file when it reaches this many bytes.
        std::uint64_t log_bytes = 32u << 20;
    };

    // Creates the change log and starts the thread, which has exclusive use of the connection and
    // its seals until close() has returned. No log of an earlier process may exist. `log` may be
    // empty; it is called by one thread at a time. Throws Error and std::system_error.
    SqliteJournal(
        sqlite::Connection& connection, sqlite::RowSeals& seals, Options options, JournalLog log
    );
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
    void look_after_files() STATOR_REQUIRES(flush_mutex_);
    void begin_log() STATOR_REQUIRES(flush_mutex_);
    void begin_missing_log();
    void fold();
    void seal_log(bool is_last);
    void fold_sealed_log();

    sqlite::Connection& connection_;
    sqlite::RowSeals& seals_;
    const Options options_;
    ChangeWriter writer_;
    const JournalLog log_;
    std::atomic<bool> leaves_flushing_ = false;

    mutable Mutex mutex_;
    std::condition_variable_any wake_;
    std::vector<ChangeBatch> queue_ STATOR_GUARDED_BY(mutex_);
    // The number of changes that have begun and not ended, and the index in the queue where the
    // first of them begins.
    std::size_t open_changes_ STATOR_GUARDED_BY(mutex_) = 0;
    std::size_t change_begins_ STATOR_GUARDED_BY(mutex_) = 0;
    JournalTicket last_ticket_ STATOR_GUARDED_BY(mutex_);
    JournalProgress progress_ STATOR_GUARDED_BY(mutex_);
    bool is_closing_ STATOR_GUARDED_BY(mutex_) = false;

    bool wants_folding_ STATOR_GUARDED_BY(mutex_) = false;

    // One flush at a time; locked before mutex_.
    Mutex flush_mutex_;
    changes::ChangeLog change_log_ STATOR_GUARDED_BY(flush_mutex_);
    std::optional<FileIdentity> sealed_file_ STATOR_GUARDED_BY(flush_mutex_);
    std::chrono::steady_clock::time_point next_file_check_ STATOR_GUARDED_BY(flush_mutex_);
    bool has_files_ STATOR_GUARDED_BY(flush_mutex_) = true;
    bool has_begun_log_ STATOR_GUARDED_BY(flush_mutex_) = false;
    std::string why_not_begun_ STATOR_GUARDED_BY(flush_mutex_) = "the log has not been begun yet";
    const FileIdentity data_file_;
    std::function<void(JournalProgress)> callback_ STATOR_GUARDED_BY(flush_mutex_);
    // Batches that were taken from the queue and are not in the log yet.
    std::vector<ChangeBatch> pending_ STATOR_GUARDED_BY(flush_mutex_);
    JournalTicket pending_last_ticket_ STATOR_GUARDED_BY(flush_mutex_);

    // Used only by the journal's thread.
    bool folds_ = true;                           // the last attempt to fold succeeded
    bool has_sound_pages_ = false;                // SQLite has read all pages
    std::optional<changes::LogIdentity> sealed_;  // the log to fold

    std::atomic<bool> is_healthy_ = true;
    std::atomic<bool> has_queued_ = false;
    std::atomic<std::size_t> queued_bytes_ = 0;
    std::atomic<std::uint64_t> group_commits_ = 0;
    Mutex close_mutex_;  // one close at a time; locked before the others
    std::thread thread_;
};

}  // namespace stator::engine::persistence
