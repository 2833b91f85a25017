// Journal: where committed changes go to become durable.
//
// The Committer appends while it holds partition locks, so append only queues; flush() makes
// everything queued durable at once (group commit). The engine never waits for it; a reply waits
// for its ticket.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/instant.hpp"
#include "engine/base/place.hpp"
#include "protocol/model/stream.hpp"
#include "protocol/values/item_image.hpp"

namespace stator::engine::persistence {

// One row of a table's items: the new image, or null when the item was deleted.
struct RowChange {
    TableNumber table;
    std::uint64_t row_id = 0;
    protocol::values::ItemImagePtr image;
};

// A table was created or its description changed (text), or it was dropped (nothing). A backup is a
// table that only restores read.
struct DefinitionChange {
    TableNumber table;
    Place place;
    std::optional<std::string> definition;
    bool is_backup = false;
};

// A stream was created or its shards changed (text), or it was removed with its records (nothing).
struct StreamChange {
    StreamNumber stream;
    Place place;
    std::optional<std::string> definition;
    // Records made before this time have been forgotten.
    std::optional<Instant> trimmed_before = {};
};

// The table `to` begins with the rows that `from` has after all batches before this one.
struct TableCopy {
    TableNumber from;
    TableNumber to;
    bool with_history = false;
};

// The stream `to` begins with the records of `from` up to that commit.
struct StreamCopy {
    StreamNumber from;
    StreamNumber to;
    std::uint64_t last_commit = 0;
};

// One record of a stream.
struct StreamRecordRow {
    StreamNumber stream;
    std::string shard_id;
    protocol::model::StreamRecord record;
};

// What an item was before one of its changes, for a table with a history.
struct HistoryRow {
    TableNumber table;
    std::uint64_t position = 0;  // ascends within the table
    std::uint64_t first = 0;     // rows before this position are needed no more
    Instant time = {};
    bool is_insertion = false;
    std::uint64_t row_id = 0;
    // What was there before; of an insertion the key of what was inserted.
    protocol::values::ItemImagePtr image = nullptr;
};

// One entry of a durable section (durable_section.hpp): its new value, or no value when it was
// removed.
struct EntryRow {
    std::string section;
    Place place;
    std::string key;  // unique within the section and place
    std::optional<std::string> value;
    // Nobody asks for the entry after this time; no value: it is kept until removed.
    std::optional<Instant> expires_at = {};

    bool operator==(const EntryRow&) const = default;
};

// Everything one commit changed; durable as a whole or not at all.
struct ChangeBatch {
    SequenceNumber sequence;
    std::vector<RowChange> rows = {};
    std::vector<DefinitionChange> definitions = {};
    std::vector<StreamChange> streams = {};
    std::vector<StreamRecordRow> records = {};
    std::vector<HistoryRow> history = {};
    // Tables whose history has ended.
    std::vector<TableNumber> ended_histories = {};
    std::vector<EntryRow> entries = {};
    // Entries of the same universe that have expired by this time may be removed. Set by batches
    // that add an expiring entry, because the writer has no clock, and universes have their own.
    std::optional<Instant> expired_by = {};
    // Made under the locks of everything that is copied; the definitions follow in another batch.
    std::vector<TableCopy> table_copies = {};
    std::vector<StreamCopy> stream_copies = {};
    // The change goes on in the next batch: set by the journal.
    bool is_continued = false;
};

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
// part's ticket. A batch that fits into one part is durable as a whole.
JournalTicket append_in_parts(Journal& journal, ChangeBatch batch);

}  // namespace stator::engine::persistence
