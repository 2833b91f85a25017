// DataFile: the SQLite file behind a persistent Stator, opened, checked and migrated.
//
// Layout (versioned by PRAGMA user_version):
// - `meta`: keys and values
// - `tables`: number, universe, region and definition
// - `streams`: the same columns; `stream_records`: their records
// - `entries` of durable sections
// - `item_history`
// - `items`: place and image of the items of all tables, written in the order of places so that
//   inserts append; with `row_sets` (sqlite/row_sets.hpp)
//
// SQLite runs in WAL mode; an exclusive lock keeps a second process out. While a process uses the
// file, and after a process was killed, its directory also contains the change log
// (changes/change_log.hpp).
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
    // If set, the table has the base's rows, except where it has rows of its own.
    std::optional<BaseNumber> base = {};
    bool is_backup = false;
};

// A HistoryRow that was read from the file.
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

    // Records of another stream, which may have been removed, up to a commit.
    struct Share {
        StreamNumber source;
        std::uint64_t last_commit = 0;
    };

    // Records that the stream shares with other streams, oldest first.
    std::vector<Share> shares = {};
};

// Why a data file cannot be used.
struct DataFileError {
    std::string message;  // one sentence for the user that names the fix
    // Data was lost or changed; only the undamaged rest can be used (engine/data_check.hpp).
    bool is_damage = false;
    std::string reason = {};  // of the damage, as a clause
};

// Thrown if damage is found while reading; what() is the error's message.
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
    // Opens or creates `<directory>/stator.db`; a missing directory is created. Fails without
    // changing anything if the path is not a directory, is not writable, or is in use by another
    // process. Also fails if the file is not a Stator data file, is corrupt or was written by a
    // newer Stator, or if a change log in the directory belongs to another data file or an older
    // Stator.
    static std::variant<std::unique_ptr<DataFile>, DataFileError> open(
        const std::string& directory, Durability durability
    );

    // Opens an existing file, such as a snapshot's. Fails if the file is missing, and creates
    // nothing. Waits a few seconds if another process is reading the file.
    static std::variant<std::unique_ptr<DataFile>, DataFileError> open_existing(
        const std::string& directory, Durability durability
    );

    DataFile(const DataFile&) = delete;
    DataFile& operator=(const DataFile&) = delete;
    virtual ~DataFile() = default;

    // Ordered by number. This and the other reading functions throw UnreadableDataFile if the file
    // is damaged. They must not be called after the journal has started.
    virtual std::vector<StoredTable> tables() = 0;

    using VisitRow = std::function<void(std::uint64_t row_id, std::string_view payload)>;

    // Visits every row of the table itself in row order: row id and the image's payload, which is
    // valid during the call. An empty payload hides the row of the base. Rows are compared with
    // their checksums; the caller must check that the payload is an image (item_flaw.hpp).
    virtual void each_item(TableNumber table, const VisitRow& visit) = 0;

    // Visits every row of the base in the same way.
    virtual void each_base_item(BaseNumber base, const VisitRow& visit) = 0;

    // Ordered by number.
    virtual std::vector<StoredStream> streams() = 0;

    // Visits the stream's own records in position order. Also works for a stream that was removed.
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
    // UnreadableDataFile if the file is not writable.
    virtual std::unique_ptr<Journal> start_journal(JournalLog log = {}) = 0;

protected:
    DataFile() = default;
};

}  // namespace stator::engine::persistence
