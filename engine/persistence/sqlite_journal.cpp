#include "engine/persistence/sqlite_journal.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <iterator>
#include <utility>

namespace stator::engine {

namespace {

std::size_t image_bytes(const ChangeBatch& batch) {
    std::size_t bytes = 0;
    for (const RowChange& row : batch.rows) {
        if (row.image != nullptr) bytes += row.image->memory_bytes();
    }
    return bytes;
}

}  // namespace

SqliteJournal::SqliteJournal(SqliteConnection& connection, JournalLog log)
    : connection_(connection), writer_(connection), log_(std::move(log)) {
    thread_ = std::thread([this] { run(); });
}

SqliteJournal::~SqliteJournal() {
    close();
}

std::uint64_t SqliteJournal::append(ChangeBatch batch) {
    const std::size_t bytes = image_bytes(batch);
    std::uint64_t ticket = 0;
    {
        MutexLock lock(mutex_);
        assert(!is_closing_);
        queue_.push_back(std::move(batch));
        ticket = ++last_ticket_;
        queued_bytes_ += bytes;
    }
    // While the disk refuses writes, the writer is to sleep until its next attempt.
    if (is_healthy_) wake_.notify_one();
    return ticket;
}

std::uint64_t SqliteJournal::last_ticket() const {
    MutexLock lock(mutex_);
    return last_ticket_;
}

bool SqliteJournal::is_healthy() const {
    return is_healthy_;
}

JournalProgress SqliteJournal::progress() const {
    MutexLock lock(mutex_);
    return progress_;
}

void SqliteJournal::on_progress(std::function<void(JournalProgress)> callback) {
    callback_ = std::move(callback);
}

std::size_t SqliteJournal::queued_bytes() const {
    return queued_bytes_;
}

bool SqliteJournal::close() {
    MutexLock closing(close_mutex_);
    {
        MutexLock lock(mutex_);
        is_closing_ = true;
    }
    wake_.notify_one();
    if (thread_.joinable()) thread_.join();
    return is_healthy_;
}

void SqliteJournal::run() {
    bool is_last = false;
    while (!is_last) {
        is_last = collect();
        if (pending_.empty()) continue;
        advance(try_write());
    }
    finish();
}

// Sleeps until there is something to do and takes the whole queue. True when it is the last time.
bool SqliteJournal::collect() {
    MutexLock lock(mutex_);
    if (is_healthy_) {
        while (queue_.empty() && !is_closing_) wake_.wait(mutex_);
    } else if (!is_closing_) {
        wake_.wait_for(mutex_, kJournalRetryDelay);
    }
    if (pending_.empty()) {
        pending_.swap(queue_);
    } else {
        std::move(queue_.begin(), queue_.end(), std::back_inserter(pending_));
        queue_.clear();
    }
    pending_last_ticket_ = last_ticket_;
    return is_closing_;
}

bool SqliteJournal::try_write() {
    try {
        writer_.write(pending_);
        ++transactions_;
        report_health(true, "");
        return true;
    } catch (const std::exception& error) {  // SQLite's refusal, or no memory
        report_health(false, error.what());
        return false;
    }
}

void SqliteJournal::report_health(bool healthy, const std::string& reason) {
    if (is_healthy_.exchange(healthy) == healthy || !log_) return;
    if (healthy) {
        log_(
            JournalSeverity::Warning,
            "The data file accepts writes again; everything that was kept has been written."
        );
    } else {
        log_(
            JournalSeverity::Error,
            "The data file refuses writes (" + reason +
                "); writes are answered with InternalServerError until it accepts them again."
        );
    }
}

void SqliteJournal::advance(bool written) {
    if (written) {
        std::size_t bytes = 0;
        for (const ChangeBatch& batch : pending_) bytes += image_bytes(batch);
        queued_bytes_ -= bytes;
    }
    JournalProgress progress;
    bool has_advanced = false;
    {
        MutexLock lock(mutex_);
        std::uint64_t& mark = written ? progress_.durable : progress_.failed;
        has_advanced = mark < pending_last_ticket_;
        mark = pending_last_ticket_;
        progress = progress_;
    }
    if (has_advanced && callback_) callback_(progress);
    // Freeing images can wait for the callback, replies should not wait for that.
    if (written) pending_.clear();
}

// A checkpoint that fails loses nothing: the write-ahead log holds everything, and the next start
// reads it.
void SqliteJournal::finish() {
    if (!is_healthy_) return;
    try {
        connection_.checkpoint();
    } catch (const std::exception& error) {
        if (log_) {
            log_(
                JournalSeverity::Warning,
                std::string("The data file could not be compacted (") + error.what() + ")."
            );
        }
    }
}

}  // namespace stator::engine
