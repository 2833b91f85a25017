// Journal: makes committed changes durable.
//
// The Committer appends while it holds partition locks, so append only queues; flush() makes all
// queued batches durable together (group commit). The engine never waits for the journal; a reply
// waits for its ticket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>

#include "engine/base/identifiers.hpp"
#include "engine/persistence/changes/change_batch.hpp"

namespace stator::engine::persistence {

using changes::ChangeBatch;
using changes::DefinitionChange;
using changes::EntryRow;
using changes::HistoryRow;
using changes::RowChange;
using changes::StreamChange;
using changes::StreamCopy;
using changes::StreamRecordRow;
using changes::TableCopy;

// Error: writes are being refused. Warning: writes were refused but work again, or a less serious
// problem occurred.
enum class JournalSeverity : unsigned char { Warning, Error };

// Receives a sentence for the operator whenever the disk starts or stops refusing writes.
using JournalLog = std::function<void(JournalSeverity severity, const std::string& sentence)>;

// The writer's progress. Tickets up to `durable` are safe. Tickets above it up to `failed` could
// not be written yet; their requests must be answered with InternalServerError. The writer keeps
// and retries failed batches.
struct JournalProgress {
    JournalTicket durable;
    JournalTicket failed;
};

class Journal {
public:
    Journal() = default;
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;
    virtual ~Journal() = default;

    // Queues the batch and returns its ticket: 1, 2, 3 … in queue order. Thread-safe, no I/O, never
    // waits for the disk. Must not be called after close().
    virtual JournalTicket append(ChangeBatch batch) = 0;

    // All batches appended between begin_change() and end_change(), by any thread, belong to one
    // change. It becomes durable as a whole or not at all, and not before end_change(). Overlapping
    // changes of several threads are one change. See WholeChange.
    virtual void begin_change() {}

    virtual void end_change() {}

    // Makes the queued batches durable: on this thread if that takes microseconds, otherwise soon.
    // Thread-safe.
    virtual void flush() {}

    // After this call, the callers of append() must ensure that flush() is called shortly
    // afterwards, once for many appends. Before this call the journal flushes by itself.
    virtual void leave_flushing_to_callers() {}

    // The ticket of the latest queued batch; 0 before the first. Once it is durable, so is
    // everything that can be read now. Thread-safe.
    virtual JournalTicket last_ticket() const { return {}; }

    // False while the disk refuses writes; new writes must then be refused. Thread-safe.
    virtual bool is_healthy() const = 0;

    // Thread-safe.
    virtual JournalProgress progress() const = 0;

    // Calls back immediately with the current progress, and again after every advance of `durable`
    // or `failed`, so that no advance is missed between a call of progress() and this one. One call
    // at a time: on this thread, on one that called flush(), or on the journal's own. Set once. The
    // callback must neither flush nor close the journal.
    virtual void on_progress(std::function<void(JournalProgress)> callback) = 0;

    // Bytes of images that are queued but not yet durable, for callers that slow down writers if
    // the disk is too slow. Thread-safe.
    virtual std::size_t queued_bytes() const { return 0; }

    // Writes the queued batches and stops the writer. Idempotent. Returns false if a batch could
    // not be written.
    virtual bool close() = 0;
};

// While this object exists, all appended batches are one change. Its thread must not wait for any
// of them to become durable. `journal` may be null.
class WholeChange {
public:
    explicit WholeChange(Journal* journal) : journal_(journal) {
        if (journal_ != nullptr) journal_->begin_change();
    }

    WholeChange(const WholeChange&) = delete;
    WholeChange& operator=(const WholeChange&) = delete;

    ~WholeChange() {
        if (journal_ != nullptr) journal_->end_change();
    }

private:
    Journal* const journal_;
};

// Appends a batch in parts, because it may be larger than a journal accepts in one append. Returns
// the last part's ticket. The last part contains the definitions: without it, the next process
// discards the rows and the stream records of new tables and streams. The batch therefore becomes
// durable as a whole, unless it has more than 512 MB of entries.
JournalTicket append_in_parts(Journal& journal, ChangeBatch batch);

// Appends and flushes the rows, the stream records and the history of new tables and streams, in
// parts of 2 MB, before a batch that has their definitions. Call it without locks.
void write_ahead(Journal& journal, ChangeBatch contents);

}  // namespace stator::engine::persistence
