#include "engine/persistence/sqlite_journal.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "engine/base/durable_files.hpp"
#include "engine/base/linux_calls.hpp"
#include "engine/persistence/changes/log_scan.hpp"
#include "engine/persistence/left_over_logs.hpp"
#include "engine/persistence/log_folding.hpp"
#include "engine/persistence/sqlite/counters.hpp"
#include "protocol/base/printable_text.hpp"

namespace stator::engine::persistence {
namespace {

// Capacity for this many batches is always kept.
constexpr std::size_t kKeptBatches = 1024;

// Removes the batches. A burst, such as an import, allocates capacity for thousands; the first
// flush that needs little of it releases it.
void clear(std::vector<ChangeBatch>& batches) {
    const std::size_t needed = std::max(kKeptBatches, 8 * batches.size());
    batches.clear();
    if (batches.capacity() > needed) batches.shrink_to_fit();
}

std::size_t image_bytes(const ChangeBatch& batch) {
    std::size_t bytes = 0;
    for (const RowChange& row : batch.rows) {
        if (row.image != nullptr) bytes += row.image->memory_bytes();
    }
    return bytes;
}

}  // namespace

SqliteJournal::SqliteJournal(
    sqlite::Connection& connection, sqlite::RowSeals& seals, Options options, JournalLog log
)
    : connection_(connection),
      seals_(seals),
      options_(std::move(options)),
      writer_(connection, seals),
      log_(std::move(log)),
      change_log_(
          options_.directory,
          options_.is_forced,
          {sqlite::read_counter(connection, sqlite::kDataFileId),
           sqlite::read_counter(connection, sqlite::kLogsFolded) + 1}
      ),
      data_file_(options_.directory + "/stator.db") {
    {
        MutexLock flushing(flush_mutex_);
        begin_log();
    }
    thread_ = std::thread([this] { run(); });
}

SqliteJournal::~SqliteJournal() {
    close();
}

JournalTicket SqliteJournal::append(ChangeBatch batch) {
    const std::size_t bytes = image_bytes(batch);
    JournalTicket ticket;
    {
        MutexLock lock(mutex_);
        assert(!is_closing_);
        queue_.push_back(std::move(batch));
        ticket = {++last_ticket_.value};
        queued_bytes_ += bytes;
    }
    has_queued_ = true;
    // While the disk refuses writes, the thread must sleep until its next attempt.
    if (is_healthy_ && !leaves_flushing_) wake_.notify_one();
    return ticket;
}

void SqliteJournal::begin_change() {
    MutexLock lock(mutex_);
    if (open_changes_++ == 0) change_begins_ = queue_.size();
}

void SqliteJournal::end_change() {
    {
        MutexLock lock(mutex_);
        if (--open_changes_ > 0) return;
        for (std::size_t i = change_begins_; i + 1 < queue_.size(); ++i) {
            queue_[i].is_continued = true;
        }
        if (queue_.empty()) return;
    }
    // While the change was open, other callers may have requested a flush in vain.
    if (is_healthy_ && !leaves_flushing_) wake_.notify_one();
    flush();
}

void SqliteJournal::flush() {
    if (!has_queued_ || !is_healthy_) return;
    if (options_.is_forced) {
        wake_.notify_one();
    } else {
        write_queue();
    }
}

JournalTicket SqliteJournal::last_ticket() const {
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
    MutexLock flushing(flush_mutex_);
    callback_ = std::move(callback);
    callback_(progress());
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
    // Requests have priority over this thread, because folding is not urgent.
    if (!options_.is_forced) lower_priority_of_this_thread();
    bool is_last = false;
    while (!is_last) {
        is_last = wait_for_work();
        begin_missing_log();
        write_queue();
        fold();
    }
    fold();  // the last call may have left a log unsealed
}

// Returns true if the journal is closing.
bool SqliteJournal::wait_for_work() {
    MutexLock lock(mutex_);
    if (is_healthy_ && folds_) {
        // Wakes from time to time to check the files.
        if (!has_work()) wake_.wait_for(mutex_, kJournalRetryDelay);
    } else if (!is_closing_ && !(is_healthy_ && flushes_batches())) {
        wake_.wait_for(mutex_, kJournalRetryDelay);
    }
    return is_closing_;
}

bool SqliteJournal::has_work() const {
    return is_closing_ || wants_folding_ || flushes_batches();
}

// True if the queue has complete batches that only this thread makes durable.
bool SqliteJournal::flushes_batches() const {
    const bool flushes = options_.is_forced || !leaves_flushing_;
    return flushes && whole_batches() > 0;
}

// The number of batches at the front of the queue that belong to ended changes.
std::size_t SqliteJournal::whole_batches() const {
    return open_changes_ > 0 ? change_begins_ : queue_.size();
}

void SqliteJournal::write_queue() {
    MutexLock flushing(flush_mutex_);
    look_after_files();
    collect();
    if (pending_.empty()) {
        // Files were missing and exist again, or the log could not be started before.
        if (has_files_ && has_begun_log_ && !is_healthy_) report_health(true, "");
        return;
    }
    advance(try_append());
    const bool is_long = change_log_.bytes() >= options_.log_bytes;
    if (is_healthy_ && !is_long) return;
    // The thread must either fold the log or try the append again.
    {
        MutexLock lock(mutex_);
        wants_folding_ = wants_folding_ || is_long;
    }
    wake_.notify_one();
}

// Takes all batches of the queue except those of a change that has not ended.
void SqliteJournal::collect() {
    MutexLock lock(mutex_);
    const std::size_t taken = whole_batches();
    if (pending_.empty() && taken == queue_.size()) {
        pending_.swap(queue_);
    } else {
        const auto end = queue_.begin() + static_cast<std::ptrdiff_t>(taken);
        std::move(queue_.begin(), end, std::back_inserter(pending_));
        queue_.erase(queue_.begin(), end);
    }
    change_begins_ = 0;
    has_queued_ = !queue_.empty();
    pending_last_ticket_ = {last_ticket_.value - queue_.size()};
}

// Checks that the files still exist under their names, because writes to a file without a name are
// lost when the process ends.
void SqliteJournal::look_after_files() {
    const auto now = std::chrono::steady_clock::now();
    if (now < next_file_check_) return;
    next_file_check_ = now + kFileCheckInterval;
    const std::string* missing = nullptr;
    if (data_file_.has_vanished()) missing = &data_file_.path();
    const auto look_at = [&](const std::optional<FileIdentity>& file) {
        if (file && file->has_vanished()) missing = &file->path();
    };
    look_at(change_log_.file());
    look_at(sealed_file_);
    has_files_ = missing == nullptr;
    if (!has_files_) report_health(false, *missing + " was removed or replaced");
}

bool SqliteJournal::try_append() {
    if (!has_files_) return false;
    if (!has_begun_log_) {
        report_health(false, why_not_begun_);
        return false;
    }
    try {
        change_log_.append(pending_);
        ++group_commits_;
        report_health(true, "");
        return true;
    } catch (const std::exception& error) {  // the disk refuses, or out of memory
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
            "The data file refuses writes (" + protocol::printable(reason) +
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
        JournalTicket& mark = written ? progress_.durable : progress_.failed;
        has_advanced = mark < pending_last_ticket_;
        mark = pending_last_ticket_;
        progress = progress_;
    }
    if (has_advanced && callback_) callback_(progress);
    // Images are freed after the callback, so that replies do not wait for that.
    if (written) clear(pending_);
}

// The data file counts a log before the first batch is appended to it, so that a lost log is
// noticed.
void SqliteJournal::begin_log() {
    change_log_.start();
    sqlite::SealedTransaction transaction(connection_, seals_);
    sqlite::write_counter(connection_, sqlite::kLogsStarted, change_log_.identity().number);
    sqlite::write_counter(connection_, sqlite::kLogsForced, options_.is_forced ? 1 : 0);
    sqlite::write_counter(connection_, sqlite::kLogsBoot, this_boot());
    transaction.commit();
    has_begun_log_ = true;
}

// Tries again after a call of seal_log() has failed.
void SqliteJournal::begin_missing_log() {
    MutexLock flushing(flush_mutex_);
    if (has_begun_log_) return;
    try {
        sync_names(options_.directory);
        begin_log();
    } catch (const std::exception& error) {
        why_not_begun_ = error.what();  // reported when a batch must be written
    }
}

// Seals the log for folding, and starts another log unless this is the last. `sealed_` is set as
// soon as the file has its new name, even if a later call fails: a second sealed log would replace
// the first.
void SqliteJournal::seal_log(bool is_last) {
    MutexLock flushing(flush_mutex_);
    if (sealed_ || !change_log_.file() || (change_log_.bytes() == 0 && !is_last)) return;
    const changes::LogIdentity identity = change_log_.identity();
    change_log_.seal();
    sealed_ = identity;
    sealed_file_.emplace(changes::sealed_log_path(options_.directory));
    has_begun_log_ = false;
    // Must happen before another file has the log's former name.
    sync_names(options_.directory);
    if (!is_last) begin_log();
}

void SqliteJournal::fold_sealed_log() {
    if (!sealed_) return;
    const std::string path = changes::sealed_log_path(options_.directory);
    const changes::LogScan scan = changes::scan_log(path, *sealed_, {options_.is_forced, true});
    if (scan.state == changes::LogState::Damaged) {
        throw std::runtime_error(
            path + " is damaged at byte " + std::to_string(scan.sound_bytes) + ", " + scan.reason
        );
    }
    // Rows must not be written into damaged pages, so SQLite checks all pages first.
    if (!has_sound_pages_ && scan.changes > 0) {
        sqlite::check_pages(connection_);
        has_sound_pages_ = true;
    }
    fold_log(path, *sealed_, scan.sound_bytes, writer_);
    // The change log may be removed only after the batches have left SQLite's own log, which is not
    // always forced to the disk.
    connection_.checkpoint();
    sealed_.reset();
    {
        MutexLock flushing(flush_mutex_);
        sealed_file_.reset();
    }
    changes::remove_log(path);
}

// Writes the log into the data file if it is long or the journal is closing. Other threads can
// append at the same time. Batches that cannot be folded stay in the log, and the next start reads
// them.
void SqliteJournal::fold() {
    bool is_last = false;
    {
        MutexLock lock(mutex_);
        if (is_closing_ && !is_healthy_) return;  // the next start folds
        if (!std::exchange(wants_folding_, false) && !is_closing_ && folds_) return;
        is_last = is_closing_;
    }
    try {
        if (sealed_) fold_sealed_log();
        seal_log(is_last);
        fold_sealed_log();
        folds_ = true;
    } catch (const std::exception& error) {
        const bool is_new = std::exchange(folds_, false);
        MutexLock flushing(flush_mutex_);  // one call of log_ at a time
        if (!is_new || !log_) return;
        log_(
            JournalSeverity::Warning,
            "The data file cannot be brought up to date (" + protocol::printable(error.what()) +
                "); nothing is lost: stator.log holds what is missing."
        );
    }
}

}  // namespace stator::engine::persistence
