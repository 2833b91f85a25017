#include "engine/persistence/data_file.hpp"

#include <unistd.h>

#include <array>
#include <cerrno>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <optional>
#include <system_error>
#include <utility>

#include "engine/base/directory_lock.hpp"
#include "engine/persistence/changes/change_log.hpp"
#include "engine/persistence/left_over_logs.hpp"
#include "engine/persistence/refusals.hpp"
#include "engine/persistence/sqlite/connection.hpp"
#include "engine/persistence/sqlite/foundations.hpp"
#include "engine/persistence/sqlite/migrations.hpp"
#include "engine/persistence/sqlite_data_file.hpp"

namespace stator::engine::persistence {
namespace {

namespace fs = std::filesystem;

constexpr const char* kFileName = "stator.db";

// The file is opened in steps. Each step returns why the file cannot be used, or nullopt.
using Refusal = std::optional<DataFileError>;

// ---- Checks that do not change the file ----

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

// The bytes of the header that are the same in all data files.
struct ConstantBytes {
    std::size_t first;
    std::string_view bytes;
};

constexpr std::array<ConstantBytes, 4> kConstantBytes = {{
    {20, std::string_view("\0\x40\x20\x20", 4)},  // no reserved bytes; payload fractions
    {52, std::string_view("\0\0\0\0", 4)},        // no vacuum
    {64, std::string_view("\0\0\0\0", 4)},        // no vacuum
    {72, std::string_view("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0", 20)},
}};

// Checks the file's header without SQLite: if the file belongs to another program, SQLite would
// roll back its unfinished transaction just by reading. A missing file is accepted, because it will
// be created.
Refusal check_header(const std::string& path) {
    constexpr std::string_view kMagic("SQLite format 3\0", 16);
    constexpr std::size_t kApplicationIdOffset = 68;
    constexpr std::size_t kHeaderBytes = 100;
    std::error_code error;
    const fs::file_status status = fs::status(path, error);
    if (!fs::exists(status)) return std::nullopt;
    if (!fs::is_regular_file(status)) return not_stators(path);
    if (fs::is_empty(path, error)) return empty_file(path);
    std::ifstream file(path, std::ios::binary);
    if (!file) return not_writable(path, std::generic_category().message(errno));
    std::array<char, kHeaderBytes> header{};
    file.read(header.data(), header.size());
    if (file.bad()) return explain(path, std::system_error(EIO, std::generic_category()));
    if (!file || std::string_view(header.data(), kMagic.size()) != kMagic) return not_stators(path);
    std::int64_t application_id = 0;
    for (std::size_t i = 0; i < 4; ++i) {
        const auto byte = static_cast<unsigned char>(header[kApplicationIdOffset + i]);
        application_id = application_id * 256 + byte;
    }
    if (application_id != sqlite::kApplicationId) return not_stators(path);
    for (const auto& [first, bytes] : kConstantBytes) {
        if (std::string_view(header.data() + first, bytes.size()) == bytes) continue;
        return damaged_file(path, "its header is wrong behind byte " + std::to_string(first));
    }
    return std::nullopt;
}

// Reads the version and the schema through SQLite, which also reads the write-ahead log and detects
// a file that is too short.
Refusal check_version(sqlite::Connection& connection, const std::string& path) {
    // SQLite creates an empty write-ahead log when it reads. If none existed before, closing may
    // remove it. If one existed, closing must not write it into the file, which may still be
    // refused.
    connection.set_checkpoint_on_close(!fs::exists(path + "-wal"));
    connection.execute("PRAGMA locking_mode = EXCLUSIVE; PRAGMA cell_size_check = ON");
    connection.integer("SELECT count(*) FROM sqlite_schema");
    if (connection.is_read_only()) return not_writable(path, "it can only be read");
    const std::int64_t version = connection.integer("PRAGMA user_version");
    if (version > sqlite::migrations().back().version) return too_new(path, version);
    return std::nullopt;
}

// False if the logs are missing or empty.
bool has_log(const std::string& directory) {
    std::error_code error;
    for (const std::string& path :
         {changes::sealed_log_path(directory), changes::log_path(directory)}) {
        const std::uintmax_t bytes = fs::file_size(path, error);
        if (!error && bytes != 0) return true;
    }
    return false;
}

// Batches may be left in a log only if the directory contains a data file of the same version.
Refusal check_log(
    sqlite::Connection& connection, const std::string& directory, const std::string& path
) {
    if (!has_log(directory)) return std::nullopt;
    const std::int64_t version = connection.integer("PRAGMA user_version");
    if (version == 0) return orphaned_log(path);
    if (version < sqlite::migrations().back().version) return older_log(path, version);
    return std::nullopt;
}

// ---- Opening ----

// SQLite's setting. FULL forces each commit to the disk. NORMAL forces only checkpoints, so that a
// power failure can lose the last commits but never damages the file. OFF forces nothing.
const char* synchronous(Durability durability) {
    switch (durability) {
        case Durability::Fsync: return "FULL";
        case Durability::Commit: return "NORMAL";
        case Durability::Relaxed: return "OFF";
    }
    return "FULL";
}

// Prepares an accepted file for use.
void enter_service(sqlite::Connection& connection, Durability durability) {
    connection.execute(std::string("PRAGMA synchronous = ") + synchronous(durability));
    sqlite::migrate(connection, sqlite::migrations());
    connection.execute("PRAGMA journal_mode = WAL");
    sqlite::check_foundations(connection);
}

using Opened = std::variant<std::unique_ptr<DataFile>, DataFileError>;

// `patience`: how long to wait for another process that uses the file.
Opened open_file(
    const std::string& directory, Durability durability, std::chrono::milliseconds patience
) {
    const std::string path = (fs::path(directory) / kFileName).string();
    if (Refusal refusal = prepare_directory(directory)) return *refusal;
    std::optional<DirectoryLock> lock = DirectoryLock::acquire_within(directory, patience);
    if (!lock) return in_use(path);
    if (Refusal refusal = check_header(path)) return *refusal;
    try {
        if (!fs::exists(path)) {
            if (has_log(directory)) return orphaned_log(path);
            sqlite::make_data_file(directory, path, synchronous(durability));
        }
        auto connection = std::make_unique<sqlite::Connection>(path);
        if (Refusal refusal = check_version(*connection, path)) return *refusal;
        if (Refusal refusal = check_log(*connection, directory, path)) return *refusal;
        enter_service(*connection, durability);
        LeftOverLogs logs = find_left_over_logs(*connection, directory);
        if (!logs.problems.empty()) return damaged_log(directory, logs.problems.front());
        return take_into_use(
            std::move(*lock),
            path,
            std::move(connection),
            {directory, durability == Durability::Fsync},
            std::move(logs)
        );
    } catch (const sqlite::Error& error) {
        return explain(path, error);
    } catch (const std::system_error& error) {  // of the log, or of a new file's name
        return explain(directory, error);
    }
}

}  // namespace

std::variant<std::unique_ptr<DataFile>, DataFileError> DataFile::open(
    const std::string& directory, Durability durability
) {
    return open_file(directory, durability, std::chrono::milliseconds{0});
}

std::variant<std::unique_ptr<DataFile>, DataFileError> DataFile::open_existing(
    const std::string& directory, Durability durability
) {
    constexpr std::chrono::seconds kPatience{2};
    const std::string path = (fs::path(directory) / kFileName).string();
    std::error_code error;
    if (fs::exists(path, error)) return open_file(directory, durability, kPatience);
    return DataFileError{"There is no data file " + path + ": it may have been removed."};
}

}  // namespace stator::engine::persistence
