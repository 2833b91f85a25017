// DataFile: the SQLite file behind a persistent Stator, opened, checked and migrated.
//
// Layout (versioned by PRAGMA user_version): `meta` (key/value); `tables` (number,
// universe, region, definition); `streams`, likewise, and their `stream_records`; `entries` of
// durable sections; `item_history`; `items` (place, image) of all tables, written in the order of
// places so that inserts append, with `row_sets` (sqlite/row_sets.hpp). WAL mode; an exclusive
// lock keeps a second process out. The change log (change_log.hpp) lies beside it while a process
// uses the file, and after a process was killed.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/base/identifiers.hpp"
#include "engine/base/place.hpp"
#include "engine/persistence/journal.hpp"

namespace stator::engine::persistence {

enum class Durability : unsigned char {
    Commit,   // an acknowledged write survives the end of the process
    Fsync,    // … and a power failure
    Relaxed,  // replies do not wait
};

// Rows that several tables have in common (share_writer.hpp).
struct BaseNumber {
    std::uint32_t value = 0;

    friend auto operator<=>(const BaseNumber&, const BaseNumber&) = default;
};

struct StoredTable {
    TableNumber number;
    Place place;
    std::string definition;
    // The table has the rows of the base where it has none of its own.
    std::optional<BaseNumber> base = {};
    bool is_backup = false;
};

// A HistoryRow, as it is read.
struct StoredChange {
    std::uint64_t position = 0;
    Instant time = {};
    bool is_insertion = false;
    std::uint64_t row_id = 0;
    std::string_view payload = {};
};

struct StoredStream {
    StreamNumber number;
    Place place;
    std::string definition;

    // Records of another stream, which may be gone, up to a commit.
    struct Share {
        StreamNumber source;
        std::uint64_t last_commit = 0;
    };

    // What the stream has besides its own records, oldest first.
    std::vector<Share> shares = {};
};

// Why a data file cannot be used.
struct DataFileError {
    std::string message;  // one sentence for the user that names the fix
    // Data was lost or changed; only the rest can be used (engine/data_check.hpp).
    bool is_damage = false;
    std::string reason = {};  // of damage, as a clause
};

// Found while reading; what() is the error's sentence.
class UnreadableDataFile : public std::runtime_error {
public:
    explicit UnreadableDataFile(DataFileError error)
        : std::runtime_error(error.message), error_(std::move(error)) {}

    const DataFileError& error() const { return error_; }

private:
    DataFileError error_;
};

class DataFile {
public:
    // Opens or creates `<directory>/stator.db`; a missing directory is created. Fails, changing
    // nothing, when the path is not a directory, not writable, in use by another process, not a
    // Stator data file, corrupt, written by a newer Stator, or beside a change log that is not its
    // own or from an older Stator.
    static std::variant<std::unique_ptr<DataFile>, DataFileError> open(
        const std::string& directory, Durability durability
    );

    // Opens a file that must exist, such as a snapshot's: it refuses a missing file and creates
    // nothing. If another process reads the file, it waits a few seconds.
    static std::variant<std::unique_ptr<DataFile>, DataFileError> open_existing(
        const std::string& directory, Durability durability
    );

    DataFile(const DataFile&) = delete;
    DataFile& operator=(const DataFile&) = delete;
    virtual ~DataFile() = default;

    // Ordered by number. This and the other readers throw UnreadableDataFile when the file turns
    // out to be damaged, and must not be called after the journal has started.
    virtual std::vector<StoredTable> tables() = 0;

    using VisitRow = std::function<void(std::uint64_t row_id, std::string_view payload)>;

    // Visits every row of the table itself in row order: row id and the image's payload, which is
    // valid during the call. An empty one hides the row of the base. Rows are held against their
    // checksums; whether the payload is an image is the caller's to check (item_flaw.hpp).
    virtual void each_item(TableNumber table, const VisitRow& visit) = 0;

    // Visits every row of the base likewise.
    virtual void each_base_item(BaseNumber base, const VisitRow& visit) = 0;

    // Ordered by number.
    virtual std::vector<StoredStream> streams() = 0;

    // Visits the stream's own records in position order, those of a stream that is gone too.
    virtual void each_record(
        StreamNumber stream, const std::function<void(StreamRecordRow row)>& visit
    ) = 0;

    // Visits the table's history, oldest change first. The image's payload is valid during the
    // call.
    virtual void each_change(
        TableNumber table, const std::function<void(const StoredChange& change)>& visit
    ) = 0;

    // Visits every entry of every durable section, in order of section, place and key.
    virtual void each_entry(const std::function<void(EntryRow row)>& visit) = 0;

    // The highest sequence number ever made durable.
    virtual SequenceNumber last_sequence() = 0;
    // The highest table number ever used, including dropped tables.
    virtual TableNumber last_table_number() = 0;

    // Starts the writer thread. Call it after loading. The journal refers to this file and must be
    // destroyed before it. `log` is called on the writer thread, once per change of health. Throws
    // UnreadableDataFile when the file turns out not to be writable.
    virtual std::unique_ptr<Journal> start_journal(JournalLog log = {}) = 0;

protected:
    DataFile() = default;
};

}  // namespace stator::engine::persistence
