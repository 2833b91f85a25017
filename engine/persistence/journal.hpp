// Journal: where committed changes go to become durable.
//
// The Committer appends while it holds partition locks, so append only queues; flush() makes
// everything queued durable at once (group commit). The engine never waits for it; a reply waits
// for its ticket.
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

// Error: writes are being refused. Warning: they were, or something less serious went wrong.
enum class JournalSeverity : unsigned char { Warning, Error };

// Receives a sentence for the operator whenever the disk starts or stops refusing writes.
using JournalLog = std::function<void(JournalSeverity severity, const std::string& sentence)>;

// The writer's progress. Tickets up to `durable` are safe. Tickets above it up to `failed` could
// not be written yet; their requests must be answered with InternalServerError. The writer keeps
// and retries what failed.
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

    // From begin_change() to end_change() what is appended, by whomever, belongs to one change,
    // which becomes durable as a whole or not at all; nothing of it before the end. Changes of
    // several threads that overlap are one. See WholeChange.
    virtual void begin_change() {}

    virtual void end_change() {}

    // Makes what is queued durable: on this thread if that takes microseconds, otherwise soon.
    // Thread-safe.
    virtual void flush() {}

    // From now on the appending side must see to it that flush() is called, shortly after and for
    // many appends at once. Before this call the journal flushes by itself.
    virtual void leave_flushing_to_callers() {}

    // The ticket of the latest queued batch; 0 before the first. Once it is durable, so is
    // everything that can be read now. Thread-safe.
    virtual JournalTicket last_ticket() const { return {}; }

    // False while the disk refuses writes; new writes must then be refused. Thread-safe.
    virtual bool is_healthy() const = 0;

    // Thread-safe.
    virtual JournalProgress progress() const = 0;

    // Calls back at once with the current progress, and again after every advance of `durable` or
    // `failed`, so that no advance is missed between asking and listening. One call at a time: on
    // this thread, on one that called flush(), or on the journal's own. Set once. The callback must
    // neither flush nor close the journal.
    virtual void on_progress(std::function<void(JournalProgress)> callback) = 0;

    // Bytes of images queued and not yet durable, for callers that hold back writers when the disk
    // is too slow. Thread-safe.
    virtual std::size_t queued_bytes() const { return 0; }

    // Writes what is queued and stops the writer. Idempotent. False when something could not be
    // written.
    virtual bool close() = 0;
};

// While it lives, what is appended is one change. Its thread must not wait for any of that to
// become durable. `journal` may be null.
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

// Appends a batch that may be larger than a journal accepts at once, in parts; returns the last
// part's ticket. The last part has the definitions: without it, the next process forgets the rows
// and the stream records of new tables and streams. So the batch becomes durable as a whole, unless
// it has entries of more than 512 MB.
JournalTicket append_in_parts(Journal& journal, ChangeBatch batch);

// Appends and flushes the rows, the stream records and the history of new tables and streams, in
// parts of 2 MB, before a batch that has their definitions. Call it without locks.
void write_ahead(Journal& journal, ChangeBatch contents);

}  // namespace stator::engine::persistence
