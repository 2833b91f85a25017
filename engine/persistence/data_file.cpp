#include "engine/persistence/data_file.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "engine/base/directory_lock.hpp"
#include "engine/persistence/history_writer.hpp"
#include "engine/persistence/log_folding.hpp"
#include "engine/persistence/migrations.hpp"
#include "engine/persistence/share_writer.hpp"
#include "engine/persistence/sqlite.hpp"
#include "engine/persistence/sqlite_journal.hpp"
#include "protocol/values/item_flaw.hpp"

namespace stator::engine::persistence {

namespace {

namespace fs = std::filesystem;

constexpr const char* kFileName = "stator.db";

// SQLite's write-ahead log is moved into the file each time it has grown by this many pages.
constexpr int kCheckpointPages = 2048;

// Opening in steps; each step says why the file cannot be used, or nothing.
using Refusal = std::optional<DataFileError>;

// ---- Sentences ----

constexpr const char* kAnotherDirectory = "give --db-path another directory.";

DataFileError in_use(const std::string& path) {
    return {
        "The data file " + path + " is in use by another process: stop that process or " +
        kAnotherDirectory};
}

DataFileError not_stators(const std::string& path) {
    return {path + " is not a Stator data file: move it away or " + kAnotherDirectory};
}

using Status = struct ::stat;

// How to make it writable. Most often it is the volume of a container, and root's.
std::string writable_by(const std::string& path) {
    Status about{};
    const std::string user = std::to_string(::geteuid());
    if (::stat(path.c_str(), &about) != 0 || about.st_uid == ::geteuid()) {
        return "make it writable";
    }
    const std::string owner = std::to_string(about.st_uid);
    return "it belongs to user " + owner + " and this is user " + user + ", so run 'chown -R " +
           user + " " + path + "', start the container with --user " + owner;
}

DataFileError not_writable(const std::string& path, const std::string& reason) {
    return {
        path + " cannot be written (" + reason + "): " + writable_by(path) + " or " +
        kAnotherDirectory};
}

// The nearest directory above that exists.
std::string existing_part(const std::string& directory) {
    std::error_code error;
    fs::path path = fs::absolute(directory, error);
    while (path.has_relative_path() && !fs::exists(path, error)) path = path.parent_path();
    return path.string();
}

DataFileError corrupt(const std::string& path, const std::string& reason) {
    return {
        "The data file " + path + " is corrupt (" + reason +
        "): put a good copy in its place, or move it away to start empty."};
}

DataFileError too_new(const std::string& path, std::int64_t version) {
    return {
        "The data file " + path + " was written by a newer Stator (its data version is " +
        std::to_string(version) + ", this Stator knows " +
        std::to_string(migrations().back().version) + "): run that Stator or " + kAnotherDirectory};
}

// Of a change log that would be lost on this Stator.
DataFileError older_log(const std::string& path, std::int64_t version) {
    return {
        "The change log beside " + path +
        " was left behind by an older Stator (its data version is " + std::to_string(version) +
        "): start that Stator once more and stop it with Ctrl-C, then start this one."};
}

DataFileError orphaned_log(const std::string& path) {
    return {
        "There is a change log without its data file " + path +
        ": put that file back, or move the log away to start empty."};
}

DataFileError foreign_log(const std::string& path) {
    return {
        "The change log beside " + path +
        " was written by another Stator: start that one once more and stop it with Ctrl-C, or move "
        "the log away to go on without what it holds."};
}

DataFileError explain(const std::string& path, const SqliteError& error) {
    switch (error.kind()) {
        case SqliteErrorKind::Busy: return in_use(path);
        case SqliteErrorKind::NotADatabase: return not_stators(path);
        case SqliteErrorKind::Corrupt: return corrupt(path, error.what());
        case SqliteErrorKind::Full:
            return {"The disk that holds " + path + " is full: free some of it."};
        case SqliteErrorKind::NotWritable: return not_writable(path, error.what());
        case SqliteErrorKind::Other: break;
    }
    return {
        "The data file " + path + " cannot be used (" + error.what() + "): check its disk or " +
        kAnotherDirectory};
}

DataFileError explain(const std::string& directory, const std::system_error& error) {
    if (error.code() == std::errc::no_space_on_device) {
        return {"The disk that holds " + directory + " is full: free some of it."};
    }
    if (error.code() != std::errc::io_error) return not_writable(directory, error.what());
    return {
        "The data directory " + directory + " cannot be used (" + error.what() +
        "): check its disk or " + kAnotherDirectory};
}

// ---- Looking without touching ----

Refusal prepare_directory(const std::string& directory) {
    std::error_code error;
    if (fs::exists(directory, error) && !fs::is_directory(directory, error)) {
        return DataFileError{directory + " is a file, not a directory: " + kAnotherDirectory};
    }
    error.clear();
    fs::create_directories(directory, error);
    if (error == std::errc::permission_denied) {
        return not_writable(existing_part(directory), error.message());
    }
    if (error) {
        return DataFileError{
            "The data directory " + directory + " cannot be created (" + error.message() +
            "): " + kAnotherDirectory};
    }
    if (::access(directory.c_str(), W_OK | X_OK) != 0) {
        return not_writable(directory, std::generic_category().message(errno));
    }
    return std::nullopt;
}

bool is_missing_or_empty(const std::string& path) {
    std::error_code error;
    const std::uintmax_t bytes = fs::file_size(path, error);
    return error == std::errc::no_such_file_or_directory || (!error && bytes == 0);
}

// Looks at the file's first bytes without SQLite, which would roll a stranger's unfinished
// transaction back just by reading. A missing or empty file is fine: it will be made.
Refusal check_header(const std::string& path) {
    constexpr std::string_view kMagic("SQLite format 3\0", 16);
    constexpr std::size_t kApplicationIdOffset = 68;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) return std::nullopt;
    if (!fs::is_regular_file(status)) return not_stators(path);
    if (is_missing_or_empty(path)) return std::nullopt;
    std::ifstream file(path, std::ios::binary);
    if (!file) return not_writable(path, std::generic_category().message(errno));
    std::array<char, kApplicationIdOffset + 4> header{};
    file.read(header.data(), header.size());
    if (file.bad()) return explain(path, std::system_error(EIO, std::generic_category()));
    if (!file || std::string_view(header.data(), kMagic.size()) != kMagic) return not_stators(path);
    std::int64_t application_id = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto byte = static_cast<unsigned char>(header[kApplicationIdOffset + i]);
        application_id = application_id * 256 + byte;
    }
    if (application_id != kApplicationId) return not_stators(path);
    return std::nullopt;
}

// Reads the version and the schema through SQLite, which sees the write-ahead log too and finds a
// file shorter than it should be.
Refusal check_version(SqliteConnection& connection, const std::string& path) {
    // SQLite makes an empty log as it reads. Where there was none, closing may take it away again;
    // where there was one, closing must not write it into a file that is then refused.
    connection.set_checkpoint_on_close(!fs::exists(path + "-wal"));
    connection.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON");
    connection.integer("SELECT count(*) FROM sqlite_schema");
    if (connection.is_read_only()) return not_writable(path, "it can only be read");
    const std::int64_t version = connection.integer("PRAGMA user_version");
    if (version > migrations().back().version) return too_new(path, version);
    return std::nullopt;
}

// Batches wait in a log only as long as a data file of their own version stands beside it.
Refusal check_log(SqliteConnection& connection, const ChangeLog& log, const std::string& path) {
    if (!log.has_left_over()) return std::nullopt;
    const std::int64_t version = connection.integer("PRAGMA user_version");
    if (version == 0) return orphaned_log(path);
    if (version < migrations().back().version) return older_log(path, version);
    return std::nullopt;
}

// ---- Opening ----

// What SQLite forces to the disk: each commit; only checkpoints, so that a power failure can cost
// the last commits but never the file; nothing.
const char* synchronous(Durability durability) {
    switch (durability) {
        case Durability::Fsync: return "FULL";
        case Durability::Commit: return "NORMAL";
        case Durability::Relaxed: return "OFF";
    }
    return "FULL";
}

// Brings an accepted file into use.
void enter_service(SqliteConnection& connection, Durability durability) {
    connection.execute(std::string("PRAGMA synchronous = ") + synchronous(durability));
    migrate(connection, migrations());
    connection.execute("PRAGMA journal_mode = WAL");
    connection.execute("PRAGMA wal_autocheckpoint = " + std::to_string(kCheckpointPages));
    connection.integer("SELECT value FROM meta WHERE key = 'last_sequence'");
    connection.integer("SELECT value FROM meta WHERE key = 'last_table_number'");
    connection.set_checkpoint_on_close(true);
}

class SqliteDataFile final : public DataFile {
public:
    SqliteDataFile(
        DirectoryLock lock,
        std::string path,
        std::unique_ptr<SqliteConnection> connection,
        SqliteJournal::Options journal_options
    )
        : lock_(std::move(lock)),
          path_(std::move(path)),
          connection_(std::move(connection)),
          journal_options_(std::move(journal_options)) {}

    std::vector<StoredTable> tables() override {
        auto tables = definitions<StoredTable>("tables");
        read([&] {
            SqliteStatement select(
                *connection_,
                "SELECT base, is_backup FROM tables LEFT JOIN table_shares USING (number)"
                " WHERE number = ?1"
            );
            for (StoredTable& table : tables) {
                select.bind(1, table.number.value);
                while (select.step()) {
                    table.is_backup = select.column_integer(1) != 0;
                    if (select.column_is_null(0)) continue;
                    const auto base = static_cast<std::uint32_t>(select.column_integer(0));
                    table.base = BaseNumber{base};
                }
            }
        });
        return tables;
    }

    void each_item(TableNumber table, const VisitRow& visit) override {
        each_row(items_table_name(table.value), visit);
    }

    void each_base_item(BaseNumber base, const VisitRow& visit) override {
        each_row(base_table_name(base.value), visit);
    }

    std::vector<StoredStream> streams() override {
        auto streams = definitions<StoredStream>("streams");
        read([&] {
            SqliteStatement select(
                *connection_,
                "SELECT source, last_commit FROM stream_shares WHERE stream = ?1"
                " ORDER BY last_commit, source"
            );
            for (StoredStream& stream : streams) {
                select.bind(1, stream.number.value);
                while (select.step()) {
                    stream.shares.push_back(
                        {{static_cast<std::uint32_t>(select.column_integer(0))},
                         static_cast<std::uint64_t>(select.column_integer(1))}
                    );
                }
            }
        });
        return streams;
    }

    void each_record(StreamNumber stream, const std::function<void(StreamRecordRow row)>& visit)
        override {
        read([&] {
            SqliteStatement select(
                *connection_,
                "SELECT sequence, ordinal, shard_id, time_ms, event, by_time_to_live, keys,"
                " old_image, new_image FROM stream_records WHERE stream = ?1"
                " ORDER BY sequence, ordinal"
            );
            select.bind(1, stream.value);
            while (select.step())
                visit({stream, std::string(select.column_bytes(2)), record(select)});
        });
    }

    void each_change(
        TableNumber table, const std::function<void(const StoredChange& change)>& visit
    ) override {
        read([&] {
            SqliteStatement select(
                *connection_,
                "SELECT position, time_ms, is_insertion, row_id, image FROM item_history"
                " WHERE table_number = ?1 ORDER BY position"
            );
            select.bind(1, table.value);
            while (select.step()) {
                visit(
                    {static_cast<std::uint64_t>(select.column_integer(0)),
                     Instant(select.column_integer(1)),
                     select.column_integer(2) != 0,
                     static_cast<std::uint64_t>(select.column_integer(3)),
                     select.column_bytes(4)}
                );
            }
        });
    }

    void each_entry(const std::function<void(EntryRow row)>& visit) override {
        read([&] {
            SqliteStatement select(
                *connection_,
                "SELECT section, universe, region, key, value, expires_ms FROM entries"
                " ORDER BY section, universe, region, key"
            );
            while (select.step()) {
                EntryRow row{
                    std::string(select.column_bytes(0)),
                    {std::string(select.column_bytes(1)), std::string(select.column_bytes(2))},
                    std::string(select.column_bytes(3)),
                    std::string(select.column_bytes(4)),
                };
                if (!select.column_is_null(5)) row.expires_at = Instant(select.column_integer(5));
                visit(std::move(row));
            }
        });
    }

    SequenceNumber last_sequence() override {
        return {static_cast<std::uint64_t>(meta("last_sequence"))};
    }

    TableNumber last_table_number() override {
        return {static_cast<std::uint32_t>(meta("last_table_number"))};
    }

    std::unique_ptr<Journal> start_journal(JournalLog log) override {
        std::unique_ptr<Journal> journal;
        read([&] {
            journal =
                std::make_unique<SqliteJournal>(*connection_, journal_options_, std::move(log));
        });
        return journal;
    }

private:
    // All rows of `tables` or of `streams`, whose columns are the same.
    template <class Stored>
    std::vector<Stored> definitions(const std::string& table) {
        std::vector<Stored> rows;
        read([&] {
            SqliteStatement select(
                *connection_,
                "SELECT number, universe, region, definition FROM " + table + " ORDER BY number"
            );
            while (select.step()) {
                rows.push_back({
                    {static_cast<std::uint32_t>(select.column_integer(0))},
                    {std::string(select.column_bytes(1)), std::string(select.column_bytes(2))},
                    std::string(select.column_bytes(3)),
                });
            }
        });
        return rows;
    }

    void each_row(const std::string& name, const VisitRow& visit) {
        read([&] {
            SqliteStatement select(
                *connection_, "SELECT row_id, image FROM " + name + " ORDER BY row_id"
            );
            while (select.step()) {
                const auto row_id = static_cast<std::uint64_t>(select.column_integer(0));
                visit(row_id, select.column_bytes(1));
            }
        });
    }

    static protocol::values::ItemImagePtr image(const SqliteStatement& row, int column) {
        if (row.column_is_null(column)) return nullptr;
        const std::string_view payload = row.column_bytes(column);
        if (const auto flaw = protocol::values::flaw_of_item(payload)) {
            throw SqliteError(SqliteErrorKind::Corrupt, "an image of a stream: " + *flaw);
        }
        return protocol::values::ItemImage::create(payload);
    }

    // A row of stream_records without its stream and shard.
    static protocol::model::StreamRecord record(const SqliteStatement& row) {
        protocol::model::StreamRecord record;
        record.position.commit = static_cast<std::uint64_t>(row.column_integer(0));
        record.position.ordinal = static_cast<std::uint32_t>(row.column_integer(1));
        record.time = Instant(row.column_integer(3));
        record.event = static_cast<protocol::model::StreamEvent>(row.column_integer(4));
        record.by_time_to_live = row.column_integer(5) != 0;
        record.keys = image(row, 6);
        record.old_image = image(row, 7);
        record.new_image = image(row, 8);
        return record;
    }

    std::int64_t meta(const std::string& key) {
        std::int64_t value = 0;
        read([&] {
            value = connection_->integer("SELECT value FROM meta WHERE key = '" + key + "'");
        });
        return value;
    }

    // Turns what SQLite meets while reading into the sentence that UnreadableDataFile promises.
    template <class Work>
    void read(const Work& work) {
        try {
            work();
        } catch (const SqliteError& error) {
            throw UnreadableDataFile(explain(path_, error).message);
        }
    }

    const DirectoryLock lock_;  // released last
    const std::string path_;
    const std::unique_ptr<SqliteConnection> connection_;
    const SqliteJournal::Options journal_options_;
};

}  // namespace

std::variant<std::unique_ptr<DataFile>, DataFileError> DataFile::open(
    const std::string& directory, Durability durability
) {
    const std::string path = (fs::path(directory) / kFileName).string();
    if (Refusal refusal = prepare_directory(directory)) return *refusal;
    std::optional<DirectoryLock> lock = DirectoryLock::acquire(directory);
    if (!lock) return in_use(path);
    if (Refusal refusal = check_header(path)) return *refusal;
    try {
        const SqliteJournal::Options options{directory, durability == Durability::Fsync};
        ChangeLog left_over(options.directory, options.is_forced);
        if (is_missing_or_empty(path)) {
            if (left_over.has_left_over()) return orphaned_log(path);
            make_data_file(directory, path, synchronous(durability));
        }
        auto connection = std::make_unique<SqliteConnection>(path);
        if (Refusal refusal = check_version(*connection, path)) return *refusal;
        if (Refusal refusal = check_log(*connection, left_over, path)) return *refusal;
        enter_service(*connection, durability);
        fold_log(left_over, *connection);
        ShareWriter(*connection).forget_orphans();
        HistoryWriter(*connection).forget_orphans();
        return std::make_unique<SqliteDataFile>(
            std::move(*lock), path, std::move(connection), options
        );
    } catch (const SqliteError& error) {
        return explain(path, error);
    } catch (const ForeignChangeLog&) {
        return foreign_log(path);
    } catch (const std::system_error& error) {  // of the log, or of a new file's name
        return explain(directory, error);
    }
}

}  // namespace stator::engine::persistence
